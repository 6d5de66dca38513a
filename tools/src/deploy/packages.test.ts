import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { releasedPackages } from './packages.ts'

const root = path.resolve(import.meta.dirname, '../../..')

interface Manifest {
  name: string
  private?: boolean
  license?: string
  files?: string[]
  engines?: { node: string }
  repository?: unknown
  dependencies?: Record<string, string>
  bin?: Record<string, string>
}
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest
const manifests = releasedPackages.map(manifestOf)

it.each(releasedPackages)('%s says what a package on npm must say', (folder) => {
  const { private: isPrivate, license, files, engines } = manifestOf(folder)
  expect([isPrivate, license, existsSync(path.join(root, folder, 'LICENSE'))]).toEqual([
    undefined,
    'MIT',
    true,
  ])
  expect(files?.length).toBeGreaterThan(0)
  expect(engines?.node).toMatch(/^(?:>=16|\^20\.19 \|\| \^22\.12 \|\| >=24\.0)$/)
})

it('a released package needs no package of ours that is not released', () => {
  const released = new Set(manifests.map(({ name }) => name))
  const missing = manifests
    .flatMap(({ dependencies = {} }) => Object.keys(dependencies))
    .filter((name) => name.startsWith('@foyer/') && !released.has(name))
  expect(missing).toEqual([])
})

it('the commands in the readmes of gate and server are those of the packages', () => {
  for (const folder of ['apps/gate', 'apps/server']) {
    const readme = readFileSync(path.join(root, folder, 'README.md'), 'utf8')
    const named = [...readme.matchAll(/`(foyer[a-z-]*)/g)].map(([, name = '']) => name)
    const commands = Object.keys(manifestOf(folder).bin ?? {})
    expect(commands).toEqual(expect.arrayContaining([...new Set(named)]))
    expect(readme).toContain(`# ${manifestOf(folder).name}`)
  }
})
