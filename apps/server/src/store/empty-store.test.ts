import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { create, replace } from 'tar'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { unpackEmptyStore } from './empty-store.ts'
import { openPglite } from './open-pglite.ts'

let root: string
let file: string
let folder: string

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'foyer-empty-store-'))
  file = path.join(root, 'empty-store.tgz')
  await create({ file, cwd: inject('emptyStore'), gzip: true, portable: true }, ['.'])
})
afterAll(() => rmSync(root, { recursive: true }))
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(root, 'data-')), 'store')
})

it('a new embedded store is unpacked from the build, and can be used', async () => {
  await unpackEmptyStore(folder, file)
  const pglite = await openPglite(folder)
  const { rows } = await pglite.query('select 1 as one')
  await pglite.close()
  expect(rows).toEqual([{ one: 1 }])
})

it('an embedded store that was unpacked only in part is unpacked again', async () => {
  mkdirSync(`${folder}.incomplete`)
  writeFileSync(path.join(`${folder}.incomplete`, 'left-over'), '')
  await unpackEmptyStore(folder, file)
  expect(existsSync(path.join(folder, 'PG_VERSION'))).toBe(true)
  expect(existsSync(path.join(folder, 'left-over'))).toBe(false)
  expect(existsSync(`${folder}.incomplete`)).toBe(false)
})

it('an embedded store whose archive is damaged is not created', async () => {
  const damaged = path.join(root, 'damaged.tgz')
  writeFileSync(damaged, readFileSync(file).subarray(0, 100_000))
  await expect(unpackEmptyStore(folder, damaged)).rejects.toThrow()
  expect(existsSync(folder)).toBe(false)
})

it('an embedded store of which one file cannot be written is not created', async () => {
  // The archive has a file and, after it, a folder of the same name, which cannot be written.
  const [one, two] = [path.join(root, 'one'), path.join(root, 'two')]
  mkdirSync(one)
  writeFileSync(path.join(one, 'base'), '')
  mkdirSync(path.join(two, 'base'), { recursive: true })
  writeFileSync(path.join(two, 'base', '1'), '')
  const archive = path.join(root, 'conflict.tar')
  await create({ file: archive, cwd: one }, ['base'])
  await replace({ file: archive, cwd: two }, ['base/1'])

  await expect(unpackEmptyStore(folder, archive)).rejects.toThrow()
  expect(existsSync(folder)).toBe(false)
})

it('an existing embedded store stays as it is', async () => {
  mkdirSync(folder)
  await unpackEmptyStore(folder, file)
  expect(existsSync(path.join(folder, 'PG_VERSION'))).toBe(false)
})

it('without an archive in the build no embedded store is unpacked', async () => {
  await unpackEmptyStore(folder, path.join(root, 'missing.tgz'))
  expect(existsSync(folder)).toBe(false)
})
