import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataFolder, ownerOf } from './folder-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'foyer-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const lock = () => path.join(folder, 'lock')
const inUse = { code: 'in-use', message: 'FOYER_DATA is in use by another process' }

/** A process that has the folder's lock, in words of its own so that it starts at once. */
async function startOwner(socketName: string) {
  const child = spawn(
    process.execPath,
    [
      '-e',
      `require('net').createServer().listen(process.argv[1], () => console.log('up'))`,
      path.join(folder, socketName),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(child.stdout, 'data')
  writeFileSync(lock(), socketName)
  return child
}

describe('the lock of the data folder', () => {
  it('keeps a second server out for as long as the first one answers', async () => {
    const first = await lockDataFolder(folder)
    expect(await ownerOf(folder)).not.toBeNull()
    await expect(lockDataFolder(folder)).rejects.toMatchObject(inUse)
    first.release()
    expect(await ownerOf(folder)).toBeNull()
    ;(await lockDataFolder(folder)).release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is held by a server that is too busy to answer a request', async () => {
    const owner = await startOwner('0a1b2c3d.sock')
    owner.kill('SIGSTOP')
    await expect(lockDataFolder(folder)).rejects.toMatchObject(inUse)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
  })

  it('is taken over from a server that was killed, and nothing of it is left', async () => {
    const owner = await startOwner('0a1b2c3d.sock')
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    const { release } = await lockDataFolder(folder)
    expect(readdirSync(folder)).toHaveLength(2)
    release()
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['names a living process that is not a server', String(process.ppid)],
    ['names a socket at which nobody answers', '0a1b2c3d.sock'],
    ['was cut off by a full disk', ''],
    ['leads out of the folder', '../0a1b2c3d.sock'],
  ])('does not count when it %s', async (_what, content) => {
    writeFileSync(lock(), content)
    expect(await ownerOf(folder)).toBeNull()
    const { release } = await lockDataFolder(folder)
    release()
  })

  it('does not mistake a file of the name for a server', async () => {
    writeFileSync(lock(), '0a1b2c3d.sock')
    writeFileSync(path.join(folder, '0a1b2c3d.sock'), '')
    expect(await ownerOf(folder)).toBeNull()
    const { release } = await lockDataFolder(folder)
    release()
  })

  it('goes to one of the servers that find an old one at the same moment', async () => {
    writeFileSync(lock(), '0a1b2c3d.sock')
    const attempts = await Promise.allSettled([1, 2, 3, 4].map(() => lockDataFolder(folder)))
    const won = attempts.flatMap((attempt) =>
      attempt.status === 'fulfilled' ? [attempt.value] : [],
    )
    expect(won).toHaveLength(1)
    won[0]?.release()
  })

  it('has a socket that is for its owner alone', async () => {
    const { release } = await lockDataFolder(folder)
    const modes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600])
    release()
  })

  it('names what to do about a folder whose path is too long for a socket', async () => {
    const deep = path.join(folder, 'x'.repeat(120))
    mkdirSync(deep)
    await expect(lockDataFolder(deep)).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringContaining('FOYER_DATA cannot hold a socket'),
    })
  })

  it('answers requests with 503 until the server has something to say', async () => {
    const { release } = await lockDataFolder(folder)
    const socket = connect((await ownerOf(folder)) ?? '')
    socket.write('GET /audit HTTP/1.1\r\nhost: x\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 503 /)
    release()
    socket.destroy()
  })
})
