import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calculateJwkThumbprint } from 'jose'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadGateKeys } from './gate-keys.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'foyer-gate-keys-'))
  file = join(directory, 'keys.json')
})
afterEach(() => rmSync(directory, { recursive: true }))

it('the first start creates keys that only their owner can read, and the next start loads them', async () => {
  const made = await loadGateKeys(directory)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const loaded = await loadGateKeys(directory)
  expect(loaded.sealing).toEqual(made.sealing)
  expect(loaded.assertion.publicJwk).toEqual(made.assertion.publicJwk)
})

it('the published key has what verifiers need, and nothing of the private key', async () => {
  const { sealing, assertion } = await loadGateKeys(directory)
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

it('a missing directory for the keys is created for its owner alone, with the folders above it', async () => {
  const inside = join(directory, 'a', 'b')
  await loadGateKeys(inside)
  expect(statSync(inside).mode & 0o777).toBe(0o700)
})

it.each([0o640, 0o620, 0o604, 0o602])('keys with the mode %o are refused', async (mode) => {
  await loadGateKeys(directory)
  chmodSync(file, mode)
  await expect(loadGateKeys(directory)).rejects.toThrow('can be read by others')
})

it.each<[string, (keys: { sealing: string; assertion: object }) => object]>([
  ['a key that is too short', (keys) => ({ ...keys, sealing: keys.sealing.slice(1) })],
  ['a key that is too long', (keys) => ({ ...keys, sealing: `${keys.sealing}A` })],
  ['a key with another character', (keys) => ({ ...keys, sealing: `+${keys.sealing.slice(1)}` })],
  ['a key of another type', (keys) => ({ ...keys, assertion: { ...keys.assertion, kty: 'OKP' } })],
  ['another curve', (keys) => ({ ...keys, assertion: { ...keys.assertion, crv: 'P-384' } })],
  ['an unknown entry', (keys) => ({ ...keys, more: true })],
  ['no key for assertions', ({ sealing }) => ({ sealing })],
  ['no private key', (keys) => ({ ...keys, assertion: { ...keys.assertion, d: undefined } })],
])('a file with %s is damaged', async (_what, change) => {
  await loadGateKeys(directory)
  const keys = JSON.parse(readFileSync(file, 'utf8')) as { sealing: string; assertion: object }
  writeFileSync(file, JSON.stringify(change(keys)))
  await expect(loadGateKeys(directory)).rejects.toThrow('is damaged')
})

it('keys that others can read are refused, and the error has the command that fixes it', async () => {
  await loadGateKeys(directory)
  chmodSync(file, 0o644)
  await expect(loadGateKeys(directory)).rejects.toThrow(`chmod 600 ${file}`)
})

it('damaged keys are refused, and the error does not quote them', async () => {
  writeFileSync(file, '{"sealing":"secret', { mode: 0o600 })
  await expect(loadGateKeys(directory)).rejects.toThrow(/^\S+ is damaged\. Restore it, or delete/)
})
