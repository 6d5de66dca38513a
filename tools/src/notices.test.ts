import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { bundledIn, installedWith, readLock, readThirdParty } from './notices/packages.ts'
import { noticesText } from './notices/text.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'foyer-notices-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: unknown) {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

write('package-lock.json', {
  packages: {
    'apps/gate': { dependencies: { ours: '*', one: '*' }, devDependencies: { tool: '*' } },
    'packages/ours': { dependencies: { two: '*' } },
    'node_modules/ours': { resolved: 'packages/ours', link: true },
    'node_modules/one': { dependencies: { two: '^1.0.0' }, optionalDependencies: { windows: '*' } },
    'node_modules/one/node_modules/two': {},
    'node_modules/two': {},
    'node_modules/tool': {},
  },
})
write('node_modules/one/package.json', { name: 'one', version: '3.1.0', license: 'MIT' })
write('node_modules/one/LICENSE.md', 'MIT of one\n')
write('node_modules/one/NOTICE', 'Parts are by Ann.\n')
write('node_modules/one/node_modules/two/package.json', {
  name: 'two',
  version: '1.0.0',
  license: 'Apache-2.0',
  author: { name: 'Bob' },
})
write('node_modules/two/package.json', { name: 'two', version: '2.0.0', license: 'Apache-2.0' })
write('list.json', [
  { name: '@foyer/contract', version: '0.1.0' },
  { name: 'two', version: '1.0.0' },
])
const lock = readLock(folder)

describe('the packages that need a notice', () => {
  it('the packages that need a notice are all production packages of a workspace, in each version', () => {
    expect(installedWith('apps/gate', lock)).toEqual([
      'node_modules/one',
      'node_modules/one/node_modules/two',
      'node_modules/two',
    ])
  })

  it('the packages that need a notice include those in a bundle, in the bundled version', () => {
    expect(bundledIn(path.join(folder, 'list.json'), folder, lock)).toEqual([
      'node_modules/one/node_modules/two',
    ])
  })

  it('the packages that need a notice include the runtime dependencies of the gate and the server', () => {
    const real = readLock(fileURLToPath(new URL('../..', import.meta.url)))
    expect(installedWith('apps/gate', real)).toEqual(
      expect.arrayContaining(['node_modules/pino', 'node_modules/sonic-boom']),
    )
    expect(installedWith('apps/gate', real)).not.toContain('node_modules/ws')
    expect(installedWith('apps/server', real)).toEqual(
      expect.arrayContaining(['node_modules/fastify', 'node_modules/firebase-admin']),
    )
  })
})

describe('the notices', () => {
  const packages = installedWith('apps/gate', lock).flatMap(
    (place) => readThirdParty(path.join(folder, place)) ?? [],
  )
  const text = noticesText(packages, (license) => `Standard text of ${license}.`)

  it('the notices contain the licence and the notice of a package', () => {
    expect(text).toContain('one 3.1.0 (MIT)\n\nMIT of one\n\nParts are by Ann.\n')
  })

  it('the notices contain the standard text and the author for a package without a licence file', () => {
    expect(text).toContain(
      'two 1.0.0 (Apache-2.0)\n\nCopyright (c) Bob\n\nStandard text of Apache-2.0.\n',
    )
    expect(text).toContain('two 2.0.0 (Apache-2.0)\n\nCopyright (c) the authors of two\n')
  })

  it('the notices contain a text that several packages share only once', () => {
    const same = [1, 2].map((n) => ({
      name: `p${n}`,
      version: '1',
      license: 'ISC',
      author: '',
      text: 'T',
    }))
    expect(noticesText(same, () => '')).toContain('p1 1 (ISC)\np2 1 (ISC)\n\nT\n')
  })
})
