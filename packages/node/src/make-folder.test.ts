import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeFolder } from './make-folder.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'foyer-make-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

it('a folder is made for its owner alone, with the folders above it, and may be there already', () => {
  const folder = path.join(parent, 'a', 'b', 'c')
  makeFolder(folder)
  makeFolder(folder)
  for (const made of [folder, path.join(parent, 'a')])
    expect(statSync(made).mode & 0o777).toBe(0o700)
})

it('a folder whose parent, or which itself, is a file is refused', () => {
  const file = path.join(parent, 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file)).toThrow('EEXIST')
  expect(() => makeFolder(path.join(file, 'a', 'b'))).toThrow('ENOTDIR')
})

it.runIf(process.platform === 'linux')(
  'a folder where the system allows none is refused at once',
  () => {
    expect(() => makeFolder('/proc/foyer/a/b')).toThrow('ENOENT')
  },
)
