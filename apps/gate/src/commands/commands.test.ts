import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { keysCommand } from './keys-command.ts'
import { migrateStoreCommand } from './migrate-store-command.ts'

function fixture() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'keys.json')
  const printed: string[] = []
  const surroundings = {
    print: (text: string) => void printed.push(text),
    now: () => 1_800_000_000,
  }
  const environment = { GATE_PUBLIC_URL: 'https://app.corp.example', GATE_DATA: folder }
  const keys = (...args: string[]) => keysCommand(args, environment, surroundings)
  return { file, printed, keys, environment, surroundings }
}

it('keys are made, rotated, listed and removed in a file, and no command prints a secret', async () => {
  const { file, printed, keys } = fixture()
  await keys('list')
  expect(printed).toEqual(['There are no keys.\n'])
  await keys('rotate')
  await keys('rotate', '--after', '60')
  const stored = JSON.parse(readFileSync(file, 'utf8')) as {
    keys: { sealing: string; assertion: { d: string }; usedFrom: number }[]
  }
  expect(stored.keys.map(({ usedFrom }) => usedFrom)).toEqual([1_800_000_000, 1_800_000_060])
  expect(printed.at(-1)).toMatch(
    /^[\w-]{43} {2}will be used from 2027-01-15T08:01:00\.000Z\n[\w-]{43} {2}in use since 2027-01-15T08:00:00\.000Z\nSend SIGHUP to each gate that has this file: \S+\n$/,
  )
  const waiting = printed.at(-1)?.slice(0, 43) ?? ''
  await keys('retire', waiting)
  await keys('list')
  expect(printed.at(-1)).not.toContain(waiting)
  for (const { sealing, assertion } of stored.keys) {
    expect(printed.join('')).not.toContain(sealing)
    expect(printed.join('')).not.toContain(assertion.d)
  }
})

const noAction = 'One of list, rotate and retire is needed.'
const noKey = 'retire needs one KEY, as list shows it. Nothing else takes an argument.'

it.each([
  ['no action', [], noAction],
  ['an unknown action', ['show'], noAction],
  ['no key to retire', ['retire'], noKey],
  ['something that is no key', ['retire', 'x'], noKey],
  ['a key to rotate', ['rotate', 'k'.repeat(43)], noKey],
  ['two keys', ['retire', 'k'.repeat(43), 'l'.repeat(43)], noKey],
  ['too much', ['rotate', 'x'], noKey],
  ['a delay that is no number', ['rotate', '--after', 'soon'], '--after'],
  ['a delay of years', ['rotate', '--after', '9999999'], '--after'],
  ['an unknown option', ['rotate', '--now'], '--now'],
])(
  'a command for keys with %s is refused with what is wrong, and changes nothing',
  async (_what, args, mistake) => {
    const { file, keys } = fixture()
    await expect(keys(...args)).rejects.toThrow(mistake)
    expect(existsSync(file)).toBe(false)
  },
)

it('a key that begins with hyphens can be retired', async () => {
  const { keys } = fixture()
  await keys('rotate')
  const key = `--${'k'.repeat(41)}`
  await expect(keys('retire', key)).rejects.toThrow(`There is no key ${key}`)
})

it('each command explains itself', async () => {
  const { printed, keys, environment, surroundings } = fixture()
  await keys('--help')
  await migrateStoreCommand(['--help'], environment, surroundings)
  expect(printed[0]).toContain('foyer-gate keys rotate')
  expect(printed[1]).toContain('foyer-gate migrate-store')
})

it('migrating without a database is refused', async () => {
  const { environment, surroundings } = fixture()
  const command = migrateStoreCommand([], environment, surroundings)
  await expect(command).rejects.toThrow('GATE_DATABASE_URL is not set')
})
