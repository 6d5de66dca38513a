import { readFileSync } from 'node:fs'
import { findNpm } from '../../local/src/setup/npm.mjs'
import { createProgress } from '../../local/src/setup/progress.mjs'
import { offerHeadlessShell } from './browsers/chromium.ts'
import { engines, installEngines } from './browsers/engines.ts'
import type { Engine, Unavailable } from './browsers/engines.ts'
import { passedOnNode } from './node-versions/counts.ts'
import { installNodes, otherMajors } from './node-versions/find-node.ts'
import { installPrograms } from './programs/programs.ts'
import { checkProofs, readLastRun } from './proofs/proof-tables.ts'
import { readConformance, readPlaywright, readVitest } from './reports.ts'
import type { Failure, Report } from './reports.ts'
import { runStep } from './run-step.ts'

type Runner = {
  name: string
  /** With its arguments. */
  script: string
  /** Reads the runner's report or output. */
  report: (output: string) => Report
  env?: Readonly<Record<string, string>>
}

const read = (file: string): string => readFileSync(`.local/results/${file}`, 'utf8')

/** Builds what the other steps run, and uses two cores by itself. */
const check: Runner = {
  name: 'check',
  script: 'check',
  report: () => readVitest(read('unit.json')),
}

/** In three lanes, because these runners often wait: for a process to start, a database or a page. */
const lanes: Runner[][] = [
  [
    {
      name: 'integration',
      script: 'integration',
      report: () => readVitest(read('integration.json')),
    },
  ],
  [{ name: 'conformance', script: 'conformance', report: readConformance }],
  otherMajors.map((major) => ({
    name: `Node ${major}`,
    script: `on-node ${major}`,
    report: () => readVitest(read(`node-${major}.json`)),
  })),
]

/**
 * Uses two cores by itself. Beside it, a stopped server waits half a minute for its turn.
 *
 * @param available the browser engines on this machine
 */
const browsers = (available: readonly Engine[]): Runner => ({
  name: 'e2e',
  script: 'e2e',
  report: () => readPlaywright(read('e2e.json')),
  env: {
    FOYER_E2E_ENGINES: available.join(','),
    FOYER_E2E_PORT_BASE: process.env['FOYER_E2E_PORT_BASE'] ?? '24000',
  },
})

/** The maximum length of a reason, which may contain a page's whole log. */
const shownLines = 25

const npm = findNpm(process.env, process.execPath) ?? 'npm'
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interruption.abort())
}

const progress = createProgress(process.stdout)
// Some unit tests need them.
const missingPrograms = await installPrograms(progress)
// Meanwhile, because the checks need neither.
const installing = Promise.all([installBrowsers(), installNodes(npm)])
progress.print(`\n== npm run ${check.script}`)
const reports = [await run(check, (chunk) => progress.print(chunk.toString().trimEnd()))]

const [unavailable] = await installing
const available = engines.filter((engine) =>
  unavailable.every((missing) => missing.engine !== engine),
)
progress.print(`Browser engines: ${available.join(', ')}`)
await Promise.all(lanes.map(runInTurn))
await runInTurn([browsers(available)])

const passed = reports.reduce((sum, report) => sum + report.passed, 0)
const failures = [
  ...unavailable.map(({ engine, reason }) => ({
    test: `npm run e2e -- --engine ${engine}`,
    reason,
  })),
  ...missingPrograms.map((reason) => ({ test: 'npm run integration', reason })),
  ...reports.flatMap((report) => report.failures),
  ...errorsInTables(),
]
// Again at the end, where they are easy to find.
for (const { test, reason } of failures) progress.fail(`✗ ${test}\n${indent(reason)}`)
for (const { engines = {} } of reports) {
  for (const [engine, count] of Object.entries(engines)) {
    progress.print(`Browser tests in ${engine}: ${count} passed`)
  }
}
const countIn = (file: string, isCounted: (file: string) => boolean): number =>
  reportOrNothing(() => readVitest(read(file), isCounted)).passed
for (const line of passedOnNode(countIn)) progress.print(line)
progress.print(`\n${passed} passed, ${failures.length} failed`)
if (interruption.signal.aborted) process.exit(130)
process.exit(failures.length === 0 ? 0 : 1)

/** Returns the engines that are still missing. */
async function installBrowsers(): Promise<Unavailable[]> {
  const missing = await installEngines(engines, progress)
  await offerHeadlessShell()
  return missing
}

async function runInTurn(runners: readonly Runner[]): Promise<void> {
  for (const runner of runners) {
    if (interruption.signal.aborted) return
    reports.push(
      await progress.step(
        `npm run ${runner.script}`,
        () => run(runner),
        ({ failures }) => failures.length === 0,
      ),
    )
  }
}

/** Without a listener, shows the output when the step has ended. */
async function run(
  { name, script, report, env }: Runner,
  onOutput?: (chunk: Buffer) => void,
): Promise<Report> {
  const { ok, output, seconds } = await runStep(
    {
      name,
      command: process.execPath,
      args: [npm, 'run', '--silent', ...script.split(' ')],
      ...(env && { env }),
    },
    { signal: interruption.signal, ...(onOutput && { onOutput }) },
  )
  const reported = reportOrNothing(() => report(output))
  // A runner may also fail without a failed test: a type error, a server that did not start, or tests that
  // did not run.
  const isUnreported = reported.failures.length === 0 && (!ok || reported.passed === 0)
  const failures = isUnreported
    ? [{ test: `npm run ${script}`, reason: lastLines(output) }]
    : reported.failures
  const shown = onOutput ? '' : `\n== npm run ${script}\n${output.trimEnd()}\n`
  progress.print(
    `${shown}== ${name}: ${reported.passed} passed, ${failures.length} failed in ${seconds.toFixed(0)} s`,
  )
  return { ...reported, failures }
}

/** The errors in the tables in docs/; none for an incomplete run. */
function errorsInTables(): Failure[] {
  if (interruption.signal.aborted || reports.some((report) => report.passed === 0)) return []
  const errors = checkProofs(readLastRun())
  return errors.map((error) => ({ test: 'claims and their tests', reason: error }))
}

function reportOrNothing(read: () => Report): Report {
  try {
    return read()
  } catch {
    return { passed: 0, failures: [] }
  }
}

function indent(text: string): string {
  return text
    .split('\n')
    .slice(0, shownLines)
    .map((line) => `    ${line}`)
    .join('\n')
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-shownLines).join('\n')
}
