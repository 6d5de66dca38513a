import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

it('keys that others can read are refused, and the error has the command that fixes it', async () => {
  await loadGateKeys(directory)
  chmodSync(file, 0o644)
  await expect(loadGateKeys(directory)).rejects.toThrow(`chmod 600 ${file}`)
})

it('damaged keys are refused, and the error does not quote them', async () => {
  writeFileSync(file, '{"sealing":"secret', { mode: 0o600 })
  await expect(loadGateKeys(directory)).rejects.toThrow(/^\S+ is damaged\. Restore it, or delete/)
})
