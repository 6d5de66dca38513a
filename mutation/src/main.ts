import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { findNpm } from '../../local/src/setup/npm.mjs'
import { findNode, installNodes } from '../../tools/src/node-versions/find-node.ts'
import { parseOptions } from './options.ts'
import type { Options } from './options.ts'
import { asText, outdated, readResults, unexplained } from './report.ts'
import type { ExpectedSurvivors, StrykerReport } from './report.ts'

/** Stryker needs Node 22, and this one also runs TypeScript, in which our plugin is written. */
const nodeForStryker = 24

const root = join(import.meta.dirname, '../..')

try {
  await mutate(parseOptions(process.argv.slice(2), root))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function mutate(options: Options): Promise<void> {
  const name = options.folder.replace('/', '-')
  const results = join('.local/mutation', name)
  mkdirSync(join(root, results), { recursive: true })
  const configFile = join(root, results, 'stryker.json')
  writeFileSync(configFile, JSON.stringify(strykerOptions(options, results), null, 2))
  await runStryker(configFile, options)

  const report = readJson(join(root, results, 'report.json')) as StrykerReport
  const expected = readJson(join(root, 'mutation/expected-survivors.json')) as ExpectedSurvivors[]
  const isWanted = (file: string) =>
    options.paths.some((path) => file === path || file.startsWith(`${path}/`))
  const files = readResults(report, expected, isWanted)
  process.stdout.write(`\n${asText(files)}`)
  for (const entry of outdated(files, expected)) {
    process.stdout.write(
      `Not a survivor any more, remove it from expected-survivors.json: ${entry}\n`,
    )
  }
  const count = unexplained(files).length
  process.stdout.write(`${count} survivors without a reason. The report: ${results}/report.html\n`)
}

function strykerOptions({ folder, paths, concurrency, isFresh }: Options, results: string) {
  return {
    plugins: [join(root, 'mutation/src/runner/plugin.ts')],
    testRunner: 'staying-vitest',
    coverageAnalysis: 'perTest',
    mutate: [
      ...paths.map((path) => (isFile(path) ? path : `${path}/**/*.{ts,tsx}`)),
      `!${folder}/**/*.test.{ts,tsx}`,
      `!${folder}/**/testing/**`,
      '!**/*.d.ts',
    ],
    // Files that no unit test reads. Stryker copies the others.
    ignorePatterns: ['.local', 'test-results', 'bench', 'conformance', 'e2e'],
    tempDirName: `${results}/copy`,
    disableTypeChecks: false,
    concurrency,
    // For endless loops alone. It must not depend on how busy the machine is.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 20,
    incremental: true,
    incrementalFile: `${results}/incremental.json`,
    force: isFresh,
    reporters: ['json', 'html', 'progress-append-only'],
    jsonReporter: { fileName: `${results}/report.json` },
    htmlReporter: { fileName: `${results}/report.html` },
  }
}

async function runStryker(configFile: string, { folder, tests, budget }: Options): Promise<void> {
  await installNodes(findNpm(process.env, process.execPath) ?? 'npm')
  const node = findNode(nodeForStryker)
  if (node === null) {
    throw new Error(
      `No Node ${nodeForStryker} was found. Set FOYER_NODE_${nodeForStryker} to its path.`,
    )
  }
  const stryker = join(root, 'mutation/node_modules/@stryker-mutator/core/bin/stryker.js')
  const { status } = spawnSync(node, [stryker, 'run', configFile], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      FOYER_MUTATED_FOLDER: folder,
      FOYER_MUTATION_TESTS: tests.join(),
      FOYER_MUTATION_BUDGET: String(budget),
      // A test that starts `node` by name gets this one too.
      PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
    },
  })
  if (status !== 0) throw new Error('The mutants were not tested.')
}

function isFile(path: string): boolean {
  return statSync(join(root, path)).isFile()
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
