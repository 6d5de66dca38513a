import { readFileSync } from 'node:fs'
import { findNpm } from '../../local/src/setup/npm.mjs'
import { createProgress } from '../../local/src/setup/progress.mjs'
import { ensureChromium } from './chromium.ts'
import { countConformance, countPlaywright, countVitest } from './counts.ts'
import type { Counts } from './counts.ts'
import { runStep } from './run-step.ts'

type Runner = {
  name: string
  script: string
  /** What the runner left behind says how many tests passed; `output` is what it printed. */
  count: (output: string) => Counts
  portBase?: number
}

const read = (file: string): string => readFileSync(`.local/results/${file}`, 'utf8')
const portBase = Number(process.env['FOYER_E2E_PORT_BASE'] ?? 24_000)

/** It builds what the others run, and keeps two cores busy by itself. */
const check: Runner = {
  name: 'check',
  script: 'check',
  count: () => countVitest(read('unit.json')),
}

/** Beside each other, because a browser test often waits; the first lane is as long as the second. */
const lanes: Runner[][] = [
  [{ name: 'e2e', script: 'e2e', count: () => countPlaywright(read('e2e.json')), portBase }],
  [
    {
      name: 'integration',
      script: 'integration',
      count: () => countVitest(read('integration.json')),
    },
    { name: 'conformance', script: 'conformance', count: countConformance },
    {
      name: 'e2e on Postgres',
      script: 'e2e:postgres',
      count: () => countPlaywright(read('e2e-postgres.json')),
      portBase: portBase + 1_000,
    },
  ],
]

const browser = ensureChromium()
const npm = findNpm(process.env, process.execPath) ?? 'npm'
const progress = createProgress(process.stdout)
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interruption.abort())
}

progress.print(`Browser: ${browser}\n\n== npm run ${check.script}`)
const results = [await run(check, (chunk) => process.stdout.write(chunk))]
await Promise.all(
  lanes.map(async (lane) => {
    for (const runner of lane) {
      if (interruption.signal.aborted) return
      results.push(
        await progress.step(
          `npm run ${runner.script}`,
          () => run(runner),
          ({ failed }) => failed === 0,
        ),
      )
    }
  }),
)

const passed = sum(results.map((counts) => counts.passed))
const failed = sum(results.map((counts) => counts.failed))
progress.print(`\n${passed} passed, ${failed} failed`)
if (interruption.signal.aborted) process.exit(130)
process.exit(failed === 0 ? 0 : 1)

/** Without a listener its output is shown when it has ended, in one piece. */
async function run(
  { name, script, count, portBase: base }: Runner,
  onOutput?: (chunk: Buffer) => void,
): Promise<Counts> {
  const { ok, output, seconds } = await runStep(
    {
      name,
      command: process.execPath,
      args: [npm, 'run', '--silent', script],
      env: {
        FOYER_CHROMIUM: browser,
        ...(base !== undefined && { FOYER_E2E_PORT_BASE: String(base) }),
      },
    },
    { signal: interruption.signal, ...(onOutput && { onOutput }) },
  )
  const counts = countOrNothing(() => count(output))
  // A runner that fails without a failing test (a type error, a server that did not start, tests
  // that never ran) has failed all the same.
  if (counts.failed === 0 && (!ok || counts.passed === 0)) counts.failed = 1
  const shown = onOutput ? '' : `\n== npm run ${script}\n${output.trimEnd()}\n`
  progress.print(
    `${shown}== ${name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds.toFixed(0)} s`,
  )
  return counts
}

function countOrNothing(count: () => Counts): Counts {
  try {
    return count()
  } catch {
    return { passed: 0, failed: 0 }
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
