import { spawnSync } from 'node:child_process'

export interface Module {
  /** Path from the root of the repository. */
  source: string
  dependencies: readonly { resolved: string }[]
}

export interface Violation {
  rule: { name: string }
  from: string
  to: string
}

const folders = ['packages', 'apps', 'local', 'e2e', 'tools', 'bench', 'mutation']

/** Every module of the repository with its imports, and the imports that `.dependency-cruiser.mjs` forbids. */
export function readModules(): { modules: Module[]; violations: Violation[] } {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'json',
      ...folders,
    ],
    { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  )
  if (!stdout) throw new Error(`The dependency cruiser gave no report: ${stderr}`)
  const report = JSON.parse(stdout) as {
    modules: Module[]
    summary: { violations: Violation[] }
  }
  return { modules: report.modules, violations: report.summary.violations }
}
