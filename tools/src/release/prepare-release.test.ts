import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { prepareRelease } from './prepare-release.ts'
import { withRelease } from './changelog.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const json = (file: string) =>
  JSON.parse(readFileSync(file, 'utf8')) as {
    version: string
    workspaces: string[]
    dependencies?: Record<string, string>
    packages: Record<string, { version?: string; dependencies?: Record<string, string> }>
  }

const workspaces = Object.keys(json(path.join(root, 'package-lock.json')).packages).filter(
  (place) => /^[a-z]/.test(place) && !place.includes('node_modules'),
)

const cloudRunFiles = ['server', 'gate'].map((part) => `deploy/cloud-run/${part}.yaml`)
const tagsIn = (file: string) => readFileSync(file, 'utf8').match(/(?<=\/foyer-\w+:)[^\s]+/g)

/** The project without its sources. */
function copyProject(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'foyer-release-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  const files = [
    'package.json',
    'package-lock.json',
    'CHANGELOG.md',
    'deploy/kubernetes/overlays/example/kustomization.yaml',
    ...cloudRunFiles,
    '.changeset/config.json',
    ...workspaces.map((folder) => `${folder}/package.json`),
  ]
  for (const file of files) cpSync(path.join(root, file), path.join(copy, file))
  return copy
}

it('a release gives one version to all packages, public and private, and to all that names it', async () => {
  const copy = copyProject()
  const at = (file: string) => path.join(copy, file)
  expect(await prepareRelease(copy, '2026-12-01')).toBeNull()
  const old = json(at('package.json')).version
  writeFileSync(
    at('.changeset/a-change.md'),
    "---\n'@foyer/gate': minor\n---\n\nThe gate counts sheep.\n",
  )
  const version = await prepareRelease(copy, '2026-12-01')
  expect(version).not.toBe(old)

  expect(workspaces.length).toBeGreaterThan(10)
  for (const folder of workspaces) {
    const { version: own, dependencies = {} } = json(at(`${folder}/package.json`))
    expect([folder, own]).toEqual([folder, version])
    const ours = Object.entries(dependencies).filter(([name]) => name.startsWith('@foyer/'))
    for (const [, wanted] of ours) expect(wanted).toBe(version)
    expect(json(at('package-lock.json')).packages[folder]?.version).toBe(version)
  }
  expect(json(at('package.json')).version).toBe(version)
  expect(
    readFileSync(at('deploy/kubernetes/overlays/example/kustomization.yaml'), 'utf8'),
  ).toContain(`newTag: ${version}`)
  for (const file of cloudRunFiles) expect(tagsIn(at(file))).toEqual([version])
  expect(readFileSync(at('CHANGELOG.md'), 'utf8')).toContain(
    `## ${version} (2026-12-01)\n\n### New\n\n- The gate counts sheep.\n\n## ${old}\n`,
  )
  expect(existsSync(at('.changeset/a-change.md'))).toBe(false)
})

it('the changelog lists incompatible changes first, and each change once', () => {
  const change = (type: 'major' | 'minor' | 'patch', summary: string) => ({
    id: summary,
    summary,
    releases: [
      { name: '@foyer/gate', type: 'patch' as const },
      { name: '@foyer/server', type },
    ],
  })
  const changesets = [change('patch', 'A fix.'), change('major', 'A break\nof two lines.')]
  expect(withRelease('# Changelog\n\n## 1.0.0\n', '2.0.0', '2026-12-01', { changesets })).toBe(
    '# Changelog\n\n## 2.0.0 (2026-12-01)\n\n### Incompatible changes\n\n- A break\n  of two lines.\n\n### Fixed\n\n- A fix.\n\n## 1.0.0\n',
  )
})

it('the images of the examples for Kubernetes and Cloud Run have the version of the project', () => {
  const { version } = json(path.join(root, 'package.json'))
  const overlay = path.join(root, 'deploy/kubernetes/overlays/example/kustomization.yaml')
  const tags = readFileSync(overlay, 'utf8').match(/(?<=newTag: )[^ }]+/g)
  expect(tags).toEqual([version, version])
  for (const file of cloudRunFiles) expect(tagsIn(path.join(root, file))).toEqual([version])
})
