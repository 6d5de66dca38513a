import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSpentTokens } from './spent-tokens.ts'

let directory: string
let now: number
const open = (linesBeforeCompacting?: number) =>
  openSpentTokens(directory, () => now, linesBeforeCompacting)
const file = () => readFileSync(join(directory, 'spent-tokens'), 'utf8')

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'foyer-spent-'))
  now = 1000
})
afterEach(() => rmSync(directory, { recursive: true }))

it('a token can be spent once', () => {
  const spent = open()
  expect(spent.spend('a', 1060)).toBe(true)
  expect(spent.spend('a', 1060)).toBe(false)
  expect(spent.has('a')).toBe(true)
  expect(spent.has('b')).toBe(false)
})

it('a spent token is on the disk before spend() returns, and only the owner can read it', () => {
  open().spend('a', 1060)
  expect(file()).toBe('a 1060\n')
  expect(statSync(join(directory, 'spent-tokens')).mode & 0o777).toBe(0o600)
})

it('the list of spent tokens survives a restart, and drops expired tokens', () => {
  const before = open()
  before.spend('early', 1010)
  before.spend('late', 1060)
  now = 1020
  const after = open()
  expect(after.has('late')).toBe(true)
  expect(after.has('early')).toBe(false)
  expect(file()).toBe('late 1060\n')
})

it('the list of spent tokens keeps its file if there is no room for a new one, and writes one later', () => {
  const spent = open(3)
  const draft = join(directory, 'spent-tokens.draft')
  mkdirSync(draft)
  for (const id of ['a', 'b', 'c', 'd', 'e']) expect(spent.spend(id, 1060)).toBe(true)
  expect(file()).toBe('a 1060\nb 1060\nc 1060\nd 1060\ne 1060\n')

  rmSync(draft, { recursive: true })
  now = 1070
  for (const id of ['f', 'g', 'h']) expect(spent.spend(id, 1120)).toBe(true)
  expect(file()).toBe('f 1120\ng 1120\nh 1120\n')
  spent.close()
})

const fullDisk = fileURLToPath(new URL('../testing/full-disk.ts', import.meta.url))

it.runIf(process.platform === 'linux')(
  'the list of spent tokens throws if it cannot store a token, and stores it on a line of its own once there is room',
  () => {
    const node = ['--conditions=foyer-source', '--import', 'tsx']
    const output = execFileSync(process.execPath, [...node, fullDisk, directory], {
      encoding: 'utf8',
    })
    expect(JSON.parse(output)).toEqual({
      first: true,
      onFullDisk: [
        expect.stringContaining('part of a line'),
        expect.stringContaining('EFBIG'),
        false,
      ],
      afterwards: [true, true],
    })
    const after = open()
    expect(['a', 'b', 'c'].map((id) => after.has(id))).toEqual([true, true, true])
    after.close()
  },
)

it('the list of spent tokens skips an unfinished line', () => {
  writeFileSync(join(directory, 'spent-tokens'), 'a 1060\nb 10')
  const spent = open()
  expect(spent.has('a')).toBe(true)
  expect(spent.has('b')).toBe(false)
})

it('the list of spent tokens rewrites its file when most tokens have expired', () => {
  const spent = open(3)
  for (const id of ['a', 'b', 'c']) spent.spend(id, 1010)
  now = 1020
  spent.spend('d', 1080)
  expect(file()).toBe('d 1080\n')
  expect(spent.has('a')).toBe(false)
})

it('the list of spent tokens rewrites its file only when it has twice as many lines as valid tokens', () => {
  const spent = open(2)
  spent.spend('a', 1010)
  spent.spend('b', 1060)
  spent.spend('c', 1060)
  now = 1020
  spent.spend('d', 1060)
  expect(file()).toBe('a 1010\nb 1060\nc 1060\nd 1060\n')
  spent.spend('e', 1060)
  expect(file()).toBe('b 1060\nc 1060\nd 1060\ne 1060\n')
  spent.close()
})

it('the list of spent tokens does not rewrite a short file at each token', () => {
  const spent = open(4)
  spent.spend('a', 1010)
  now = 1020
  for (const id of ['b', 'c', 'd']) spent.spend(id, 1060)
  expect(file()).toBe('a 1010\nb 1060\nc 1060\nd 1060\n')
  spent.close()
})

it('the list of spent tokens keeps its file if the new one cannot be renamed', () => {
  const spent = open(2)
  const path = join(directory, 'spent-tokens')
  for (const id of ['a', 'b']) spent.spend(id, 1060)
  renameSync(path, join(directory, 'aside'))
  mkdirSync(path)
  for (const id of ['c', 'd']) expect(spent.spend(id, 1060)).toBe(true)
  expect(readFileSync(join(directory, 'aside'), 'utf8')).toBe('a 1060\nb 1060\nc 1060\nd 1060\n')
  spent.close()
})

it('the list of spent tokens does not try to rewrite its file at each token after a rewrite has failed', () => {
  const spent = open(3)
  for (const id of ['a', 'b', 'c']) spent.spend(id, 1010)
  const draft = join(directory, 'spent-tokens.draft')
  mkdirSync(draft)
  spent.spend('d', 1060)
  rmSync(draft, { recursive: true })
  now = 1020
  for (const id of ['e', 'f']) spent.spend(id, 1060)
  expect(file()).toContain('a 1010\n')
  spent.spend('g', 1060)
  expect(file()).toBe('d 1060\ne 1060\nf 1060\ng 1060\n')
  spent.close()
})

it('a long list is shortened in slices, between which other work is done, and no token is missing', async () => {
  const spent = open(5000)
  for (let token = 0; token < 5000; token += 1) spent.spend(`early-${token}`, 1010)
  for (let token = 0; token < 5000; token += 1) spent.spend(`late-${token}`, 2000)
  now = 1020
  let isInTime = false
  setImmediate(() => (isInTime = true))
  let spends = 0
  while (file().includes('early-')) {
    spent.spend(`meanwhile-${(spends += 1)}`, 2000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(isInTime).toBe(true)
  expect(spends).toBeGreaterThan(3)
  const lines = file().trim().split('\n')
  expect(lines).toHaveLength(5000 + spends)
  expect(new Set(lines).size).toBe(lines.length)
  spent.spend('after', 2000)
  spent.close()
  const reopened = open()
  for (const id of ['late-0', 'late-4999', 'meanwhile-1', `meanwhile-${spends}`, 'after']) {
    expect(reopened.has(id)).toBe(true)
  }
  expect(reopened.has('early-0')).toBe(false)
})

it('a list that is closed while it is being shortened keeps its file', () => {
  const spent = open(5000)
  for (let token = 0; token < 10_001; token += 1) spent.spend(`token-${token}`, 1060)
  spent.close()
  expect(file().split('\n')).toHaveLength(10_002)
  expect(open().has('token-10000')).toBe(true)
})
