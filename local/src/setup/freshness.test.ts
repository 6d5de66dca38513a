import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isBuilt, isInstalled } from './freshness.mjs'

const EARLY = 1_000_000
const LATE = 2_000_000

/** A folder in which all files and folders were last changed at the given second. */
function folderOf(files: Record<string, number>): string {
  const root = mkdtempSync(join(tmpdir(), 'foyer-freshness-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const name of Object.keys(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), '')
  }
  for (const [name, time] of Object.entries(files)) {
    utimesSync(join(root, name), time, time)
    for (let folder = dirname(name); ; folder = dirname(folder)) {
      utimesSync(join(root, folder), EARLY, EARLY)
      if (folder === '.') break
    }
  }
  return root
}

describe('installations', () => {
  const record = 'node_modules/.package-lock.json'

  it.each([
    ['installed after the lock file', { 'package-lock.json': EARLY, [record]: LATE }, true],
    ['written by the same npm run', { 'package-lock.json': EARLY + 3, [record]: EARLY }, true],
    ['older than the lock file', { 'package-lock.json': LATE, [record]: EARLY }, false],
    ['never finished', { 'package-lock.json': EARLY, 'node_modules/a/index.js': LATE }, false],
  ])('whether an installation is up to date: %s', (_, files, expected) => {
    expect(isInstalled(folderOf(files))).toBe(expected)
  })
})

describe('builds', () => {
  const check = (files: Record<string, number>) => {
    const root = folderOf(files)
    return isBuilt({
      inputs: [join(root, 'apps'), join(root, 'tsconfig.json')],
      outputs: [join(root, 'apps/a/dist/main.js')],
    })
  }
  const built = {
    'tsconfig.json': EARLY,
    'apps/a/src/main.ts': EARLY,
    'apps/a/dist/main.js': EARLY + 1,
  }

  it('a build is up to date if no source is newer', () => {
    expect(check(built)).toBe(true)
  })

  it.each(['tsconfig.json', 'apps/a/src/main.ts', 'apps/a/package.json'])(
    'a build is out of date if %s has changed',
    (name) => {
      expect(check({ ...built, [name]: LATE })).toBe(false)
    },
  )

  it.each(['apps/a/src/main.test.ts', 'apps/a/node_modules/x/index.js', 'apps/a/dist/other.js'])(
    'a build does not depend on %s',
    (name) => {
      expect(check({ ...built, [name]: LATE })).toBe(true)
    },
  )

  it('a build is out of date if a source was deleted', () => {
    const root = folderOf(built)
    utimesSync(join(root, 'apps/a/src'), LATE, LATE)
    const outputs = [join(root, 'apps/a/dist/main.js')]
    expect(isBuilt({ inputs: [join(root, 'apps')], outputs })).toBe(false)
  })

  it('a build without its output is out of date', () => {
    expect(check({ 'tsconfig.json': EARLY, 'apps/a/src/main.ts': EARLY })).toBe(false)
  })
})
