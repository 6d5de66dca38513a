import { readFileSync } from 'node:fs'
import { withDiagrams } from './architecture/diagrams.ts'
import { folderBelow, folderCycles, folderGraph } from './architecture/folder-graph.ts'
import { readModules } from './architecture/modules.ts'

/**
 * Folders whose subfolders must not have import cycles. The check must find modules in each of them: with a
 * compiler that it cannot use, it would find no modules and no errors.
 */
const withoutCycles = [
  'packages/contract/src',
  'packages/design/src',
  'packages/iap-sign-in/src',
  'packages/messages/src',
  'packages/node/src',
  'packages/tracing/src',
  'packages/test-services/src',
  'apps/login/src',
  'apps/server/src',
  'apps/gate/src',
  'local/src',
  'tools/src',
  'bench/src',
  'mutation/src',
  'e2e/src',
]

const { modules, violations } = readModules()
const cycles = withoutCycles.flatMap((root) =>
  folderCycles(folderGraph(modules, folderBelow(root))).map(
    (folders) => `Folders of ${root} that import each other: ${folders.join(', ')}`,
  ),
)
const unseen = withoutCycles.filter(
  (part) => !modules.some(({ source }) => source.startsWith(`${part}/`)),
)
const document = readFileSync('ARCHITECTURE.md', 'utf8')
const isCurrent = withDiagrams(document, modules) === document

const errors = [
  ...violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ...cycles,
  ...unseen.map((part) => `The boundary check saw no module of ${part}.`),
  ...(isCurrent
    ? []
    : ['The diagrams in ARCHITECTURE.md are out of date: run npm run architecture']),
]
for (const error of errors) process.stderr.write(`${error}\n`)
process.stdout.write(`${modules.length} modules, ${errors.length} errors\n`)
process.exit(errors.length === 0 ? 0 : 1)
