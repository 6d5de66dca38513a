import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

it('spends a token once', () => {
  const spent = open()
  expect(spent.spend('a', 1060)).toBe(true)
  expect(spent.spend('a', 1060)).toBe(false)
  expect(spent.has('a')).toBe(true)
  expect(spent.has('b')).toBe(false)
})

it('is on the disk before it answers, for the owner alone', () => {
  open().spend('a', 1060)
  expect(file()).toBe('a 1060\n')
  expect(statSync(join(directory, 'spent-tokens')).mode & 0o777).toBe(0o600)
})

it('still knows after a restart, and forgets what has expired', () => {
  const before = open()
  before.spend('early', 1010)
  before.spend('late', 1060)
  now = 1020
  const after = open()
  expect(after.has('late')).toBe(true)
  expect(after.has('early')).toBe(false)
  expect(file()).toBe('late 1060\n')
})

it('reads past a line that was left unfinished', () => {
  writeFileSync(join(directory, 'spent-tokens'), 'a 1060\nb 10')
  const spent = open()
  expect(spent.has('a')).toBe(true)
  expect(spent.has('b')).toBe(false)
})

it('rewrites its file when most of it has expired', () => {
  const spent = open(3)
  for (const id of ['a', 'b', 'c']) spent.spend(id, 1010)
  now = 1020
  spent.spend('d', 1080)
  expect(file()).toBe('d 1080\n')
  expect(spent.has('a')).toBe(false)
})
