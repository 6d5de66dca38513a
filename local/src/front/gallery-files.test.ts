import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readGalleryFiles } from './gallery-files.ts'

it('the gallery’s files are served under /local/gallery/ with their content types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gallery-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'assets', 'a.js'), 'export {}')
  writeFileSync(join(folder, 'assets', 'a.js.map'), '{}')
  const files = readGalleryFiles(folder)
  expect(Object.fromEntries([...files].map(([address, { type }]) => [address, type]))).toEqual({
    '/local/gallery/': 'text/html',
    '/local/gallery/assets/a.js': 'text/javascript',
  })
})

it('there are no gallery files without a build', () => {
  expect(readGalleryFiles(join(tmpdir(), 'no-such-gallery')).size).toBe(0)
})
