import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSigningKey, openDataFolder } from './data-folder.ts'

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'foyer-folder-'))
  folder = path.join(parent, 'data')
  openDataFolder(folder)
})
afterEach(() => rmSync(parent, { recursive: true }))

const modeOf = (file: string) => statSync(file).mode & 0o777

describe('the data folder', () => {
  it('only the owner has access to the data folder, even if the folder existed before', () => {
    expect(modeOf(folder)).toBe(0o700)
    const other = path.join(parent, 'other')
    mkdirSync(other, { mode: 0o755 })
    openDataFolder(other)
    expect(modeOf(other)).toBe(0o700)
  })

  it('a data folder that cannot be created is refused', () => {
    writeFileSync(path.join(parent, 'file'), '')
    expect(() => openDataFolder(path.join(parent, 'file', 'data'))).toThrow(
      'FOYER_DATA cannot be made',
    )
  })

  it.runIf(process.platform === 'linux')(
    'a data folder where the system allows none is refused at once',
    () => {
      expect(() => openDataFolder('/proc/foyer/data')).toThrow('FOYER_DATA cannot be made')
    },
  )
})

describe('the signing key', () => {
  it('the signing key is created once, has 32 bytes, and is only for its owner', () => {
    const key = loadSigningKey(folder)
    expect(key).toHaveLength(32)
    expect(loadSigningKey(folder)).toEqual(key)
    expect(modeOf(path.join(folder, 'signing-key'))).toBe(0o600)
  })

  it.each([
    ['empty, as after a full disk', ''],
    ['incomplete', Buffer.alloc(32, 1).toString('base64').slice(0, 20)],
    ['no key', 'not a key of any kind, though it is long enough to be one'],
  ])('a signing key file that is %s is refused', (_name, content) => {
    writeFileSync(path.join(folder, 'signing-key'), content)
    expect(() => loadSigningKey(folder)).toThrow('FOYER_DATA holds a damaged signing-key')
  })

  it('a signing key file with a line break at its end is the same key', () => {
    const key = loadSigningKey(folder)
    writeFileSync(path.join(folder, 'signing-key'), `${key.toString('base64')}\n`)
    expect(loadSigningKey(folder)).toEqual(key)
  })
})
