import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockDataDirectory } from './data-lock.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'foyer-gate-lock-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

it('a data directory is free again after its gate has released it, and no file of the lock is left', async () => {
  const release = await lockDataDirectory(directory)
  const modes = readdirSync(directory).map((name) => statSync(join(directory, name)).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600])
  await expect(lockDataDirectory(directory)).rejects.toThrow('is in use by another gate')
  release()
  ;(await lockDataDirectory(directory))()
  expect(readdirSync(directory)).toEqual([])
})

it.each([
  ['names a living process that is no gate', String(process.ppid)],
  ['names a socket at which nobody answers', '0a1b2c3d.sock'],
  ['was cut off by a full disk', ''],
  ['leads out of the directory', '../0a1b2c3d.sock'],
])('the lock of a data directory does not count if it %s', async (_, content) => {
  writeFileSync(join(directory, 'lock'), content)
  const release = await lockDataDirectory(directory)
  expect(readdirSync(directory)).toHaveLength(2)
  release()
})

it('an old lock of a data directory goes to one of the gates that find it at the same moment', async () => {
  writeFileSync(join(directory, 'lock'), '0a1b2c3d.sock')
  const attempts = await Promise.allSettled([1, 2, 3, 4].map(() => lockDataDirectory(directory)))
  const won = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
  expect(won).toHaveLength(1)
  won[0]?.()
})

it('a data directory whose path is too long for a socket is refused, and the error says what to do', async () => {
  await expect(lockDataDirectory(join(directory, 'x'.repeat(120)))).rejects.toThrow(
    /cannot hold a socket\. Use a local disk, and a path of less than 90 bytes/,
  )
})

it.runIf(process.platform === 'linux')(
  'a data directory that cannot be made is refused at once, and the error says where',
  async () => {
    await expect(lockDataDirectory('/proc/foyer/gate')).rejects.toThrow(
      '--data / GATE_DATA: /proc/foyer/gate cannot be made (ENOENT)',
    )
  },
)
