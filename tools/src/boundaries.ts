import { spawnSync } from 'node:child_process'

type Report = {
  modules: { source: string }[]
  summary: {
    violations: { rule: { name: string; severity: string }; from: string; to: string }[]
  }
}

const folders = ['packages', 'apps', 'local', 'e2e', 'tools', 'bench']
const parts = [
  'packages/contract',
  'packages/iap-sign-in',
  'apps/login',
  'apps/server',
  'apps/gate',
]

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
if (!stdout) throw new Error(`The boundary check gave no report: ${stderr}`)
const { modules, summary } = JSON.parse(stdout) as Report

for (const { rule, from, to } of summary.violations) {
  process.stderr.write(`${rule.name}: ${from} → ${to}\n`)
}
// A compiler that the checker cannot read makes it see nothing and find nothing wrong.
const unseen = parts.filter(
  (part) => !modules.some(({ source }) => source.startsWith(`${part}/src/`)),
)
for (const part of unseen) process.stderr.write(`The boundary check saw no module of ${part}.\n`)

process.stdout.write(`${modules.length} modules, ${summary.violations.length} violations\n`)
process.exit(summary.violations.length + unseen.length === 0 ? 0 : 1)
