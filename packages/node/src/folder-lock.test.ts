import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder, ownerOf } from './folder-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'foyer-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const lock = () => path.join(folder, 'lock')
const inUse = { code: 'in-use' }

/** A process that holds the lock of the folder. Its code is a string, so that it starts at once. */
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

describe('the lock of a folder', () => {
  it('the lock of a folder keeps a second process out while the first one lives', async () => {
    const first = await lockFolder(folder)
    expect(await ownerOf(folder)).not.toBeNull()
    await expect(lockFolder(folder)).rejects.toMatchObject(inUse)
    first.release()
    expect(await ownerOf(folder)).toBeNull()
    ;(await lockFolder(folder)).release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('the lock of a folder is held by a process that is too busy to answer a request', async () => {
    const owner = await startOwner('0a1b2c3d.sock')
    owner.kill('SIGSTOP')
    await expect(lockFolder(folder)).rejects.toMatchObject(inUse)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
  })

  it('the lock of a folder is taken over from a process that was killed, and no file of that process is left', async () => {
    const owner = await startOwner('0a1b2c3d.sock')
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    const { release } = await lockFolder(folder)
    expect(readdirSync(folder)).toHaveLength(2)
    release()
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['names a living process by its number', String(process.ppid)],
    ['names a socket at which nobody answers', '0a1b2c3d.sock'],
    ['was cut off by a full disk', ''],
    ['leads out of the folder', '../0a1b2c3d.sock'],
  ])('the lock of a folder does not count if it %s', async (_what, content) => {
    writeFileSync(lock(), content)
    expect(await ownerOf(folder)).toBeNull()
    const { release } = await lockFolder(folder)
    release()
  })

  it('a file with the name of the lock’s socket is not mistaken for a process', async () => {
    writeFileSync(lock(), '0a1b2c3d.sock')
    writeFileSync(path.join(folder, '0a1b2c3d.sock'), '')
    expect(await ownerOf(folder)).toBeNull()
    const { release } = await lockFolder(folder)
    release()
  })

  it('the lock of a folder goes to one of the processes that find an old lock at the same moment', async () => {
    writeFileSync(lock(), '0a1b2c3d.sock')
    const attempts = await Promise.allSettled([1, 2, 3, 4].map(() => lockFolder(folder)))
    const won = attempts.flatMap((attempt) =>
      attempt.status === 'fulfilled' ? [attempt.value] : [],
    )
    expect(won).toHaveLength(1)
    won[0]?.release()
  })

  it('the files of a folder’s lock are readable by their owner only', async () => {
    const { release } = await lockFolder(folder)
    const modes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600])
    release()
  })

  it('the lock is refused in a folder whose path is too long for a socket', async () => {
    const deep = path.join(folder, 'x'.repeat(120))
    mkdirSync(deep)
    await expect(lockFolder(deep)).rejects.toMatchObject({ code: 'no-socket' })
  })

  it('the lock’s socket answers requests with 503 until its owner adds a handler', async () => {
    const { release } = await lockFolder(folder)
    const socket = connect((await ownerOf(folder)) ?? '')
    socket.write('GET /audit HTTP/1.1\r\nhost: x\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 503 /)
    release()
    socket.destroy()
  })
})
