import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testedMajors } from '../../../local/src/setup/node-version.mjs'

type Manifest = {
  engines?: { node?: string }
  optionalDependencies?: Record<string, string>
}
const root = join(import.meta.dirname, '../../..')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest

const manifests = ['apps', 'packages', '.']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
  .map((folder) => join(folder, 'package.json'))
  .filter((file) => existsSync(join(root, file)))

const supported = read('package.json').engines?.node

it('each package that names supported versions of Node names those of the whole project', () => {
  // A page's own build runs it, with older tools than ours: `npm run consumers`.
  const forPages = 'packages/iap-sign-in/package.json'
  const named = manifests
    .filter((file) => file !== forPages)
    .flatMap((file) => {
      const range = read(file).engines?.node
      return range === undefined ? [] : [{ file, range }]
    })
  expect(named.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['apps/gate/package.json', 'apps/server/package.json']),
  )
  expect(named.filter(({ range }) => range !== supported)).toEqual([])
})

it('there is a binary of each supported version of Node, and of no other', () => {
  const { optionalDependencies = {} } = read('tools/node-versions/package.json')
  const majors = Object.entries(optionalDependencies).map(([name, version]) => {
    const [, named] = /^node-(\d+)-/.exec(name) ?? []
    expect(version).toMatch(new RegExp(`@${named}\\.`))
    return Number(named)
  })
  expect([...new Set(majors)]).toEqual(testedMajors)
})

it('the documents that say which Node is needed say what package.json says', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'docs/local-stack.md', 'docs/deploy.md']
  const versions = 'Node 20 (20.19 or newer), 22 (22.12 or newer), or 24 and newer'
  expect(supported).toBe('^20.19 || ^22.12 || >=24.0')
  const without = documents.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/\s+/g, ' ')
    return !text.includes(versions)
  })
  expect(without).toEqual([])
})
