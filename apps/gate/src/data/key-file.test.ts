import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calculateJwkThumbprint } from 'jose'
import type { GateKeys } from './gate-keys.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changeKeyFile, loadOwnKeys, readKeyFile } from './key-file.ts'

let directory: string
let file: string
const now = () => 1_800_000_000
const load = (folder = directory) => loadOwnKeys(folder, now)[0] as GateKeys
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'foyer-gate-keys-'))
  file = join(directory, 'keys.json')
})
afterEach(() => rmSync(directory, { recursive: true }))

it('the first start creates keys that only their owner can read, and the next start loads them', () => {
  const made = load()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const loaded = load()
  expect(loaded.sealing).toEqual(made.sealing)
  expect(loaded.assertion.publicJwk).toEqual(made.assertion.publicJwk)
})

it('the published key has what verifiers need, and nothing of the private key', async () => {
  const { sealing, assertion } = load()
  expect(sealing).toHaveLength(32)
  const text = expect.stringMatching(/^[\w-]{43}$/) as string
  expect(assertion.publicJwk).toEqual({
    kty: 'EC',
    crv: 'P-256',
    x: text,
    y: text,
    alg: 'ES256',
    use: 'sig',
    kid: assertion.kid,
  })
  expect(assertion.kid).toBe(await calculateJwkThumbprint(assertion.publicJwk))
  expect(assertion.privateKey.export({ format: 'jwk' })).toMatchObject({
    x: assertion.publicJwk.x,
    d: text,
  })
})

it('a missing directory for the keys is created for its owner alone, with the folders above it', () => {
  const inside = join(directory, 'a', 'b')
  load(inside)
  expect(statSync(inside).mode & 0o777).toBe(0o700)
})

it.each([0o640, 0o620, 0o604, 0o602])('keys with the mode %o are refused', (mode) => {
  load()
  chmodSync(file, mode)
  expect(() => load()).toThrow('can be read by others')
})

interface Stored {
  sealing: string
  assertion: object
}

it.each<[string, (keys: Stored) => object]>([
  ['a key that is too short', (keys) => ({ ...keys, sealing: keys.sealing.slice(1) })],
  ['a key that is too long', (keys) => ({ ...keys, sealing: `${keys.sealing}A` })],
  ['a key with another character', (keys) => ({ ...keys, sealing: `+${keys.sealing.slice(1)}` })],
  ['a key of another type', (keys) => ({ ...keys, assertion: { ...keys.assertion, kty: 'OKP' } })],
  ['another curve', (keys) => ({ ...keys, assertion: { ...keys.assertion, crv: 'P-384' } })],
  ['an unknown entry', (keys) => ({ ...keys, more: true })],
  ['no key for assertions', ({ sealing }) => ({ sealing, usedFrom: 0 })],
  ['no time', (keys) => ({ ...keys, usedFrom: undefined })],
  ['a key off the curve', (keys) => ({ ...keys, assertion: { ...keys.assertion, x: 'AAAA' } })],
  ['no private key', (keys) => ({ ...keys, assertion: { ...keys.assertion, d: undefined } })],
])('a file with %s is damaged', (_what, change) => {
  load()
  const { keys } = JSON.parse(readFileSync(file, 'utf8')) as { keys: [Stored] }
  writeFileSync(file, JSON.stringify({ keys: [change(keys[0])] }))
  expect(() => load()).toThrow('is damaged')
})

it('a file of the first gates, with one generation and no time, is read as keys that are in use', () => {
  load()
  const { keys } = JSON.parse(readFileSync(file, 'utf8')) as { keys: object[] }
  const { usedFrom: _, ...first } = keys[0] as { usedFrom: number }
  writeFileSync(file, JSON.stringify(first))
  expect(readKeyFile(file)).toEqual([{ ...first, usedFrom: 0 }])
})

it('keys are changed one command at a time, and a command that fails changes nothing', () => {
  load()
  const before = readFileSync(file, 'utf8')
  expect(() =>
    changeKeyFile(file, () => {
      expect(() => changeKeyFile(file, (keys) => keys)).toThrow('another command is changing')
      throw new Error('refused')
    }),
  ).toThrow('refused')
  expect(readFileSync(file, 'utf8')).toBe(before)
  changeKeyFile(file, (keys) => keys)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('keys that others can read are refused, and the error has the command that fixes it', () => {
  load()
  chmodSync(file, 0o644)
  expect(() => load()).toThrow(`chmod 600 ${file}`)
})

it('damaged keys are refused, and the error does not quote them', async () => {
  writeFileSync(file, '{"sealing":"secret', { mode: 0o600 })
  expect(() => load()).toThrow(/^\S+ is damaged\. Restore it, or delete/)
})
