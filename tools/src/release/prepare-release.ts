import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { withRelease } from './changelog.ts'

const require = createRequire(import.meta.url)
// As an ES module it has no types.
const { default: getReleasePlan } =
  require('@changesets/get-release-plan') as typeof import('@changesets/get-release-plan')

/**
 * Writes the next version, which the changesets ask for, into all our packages, the changelog and the files in deploy/.
 * Returns null if there are no changesets.
 */
export async function prepareRelease(root: string, date: string): Promise<string | null> {
  const plan = await getReleasePlan(root)
  const version = plan.releases[0]?.newVersion
  if (plan.changesets.length === 0 || version === undefined) return null
  const rewrite = (file: string, change: (text: string) => string) => {
    const place = path.join(root, file)
    writeFileSync(place, change(readFileSync(place, 'utf8')))
  }
  execFileSync(process.execPath, [require.resolve('@changesets/cli/bin.js'), 'version'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  rewrite('package.json', (text) => text.replace(/("version": ")[^"]+/, `$1${version}`))
  rewrite('deploy/kubernetes/overlays/example/kustomization.yaml', (text) =>
    text.replaceAll(/(newTag: )[\w.-]+/g, `$1${version}`),
  )
  for (const part of ['server', 'gate'])
    rewrite(`deploy/cloud-run/${part}.yaml`, (text) =>
      text.replaceAll(/(\/foyer-(?:server|gate):)[\w.-]+/g, `$1${version}`),
    )
  rewrite('CHANGELOG.md', (text) => withRelease(text, version, date, plan))
  execFileSync(
    'npm',
    ['install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  )
  return version
}
