import { readFileSync } from 'node:fs'
import { ensureChromium } from './chromium.ts'
import { countConformance, countPlaywright, countVitest } from './counts.ts'
import type { Counts } from './counts.ts'
import { runVisibly } from './run-visibly.ts'

type Runner = {
  name: string
  script: string
  /** What the runner left behind says how many tests passed; `output` is what it printed. */
  count: (output: string) => Counts
}

const read = (file: string): string => readFileSync(`.local/results/${file}`, 'utf8')

const runners: Runner[] = [
  { name: 'check', script: 'check', count: () => countVitest(read('unit.json')) },
  {
    name: 'integration',
    script: 'integration',
    count: () => countVitest(read('integration.json')),
  },
  { name: 'conformance', script: 'conformance', count: countConformance },
  { name: 'e2e', script: 'e2e', count: () => countPlaywright(read('e2e.json')) },
  {
    name: 'e2e on Postgres',
    script: 'e2e:postgres',
    count: () => countPlaywright(read('e2e-postgres.json')),
  },
]

const browser = ensureChromium()
process.stdout.write(`Browser: ${browser}\n`)

const total: Counts = { passed: 0, failed: 0 }
for (const { name, script, count } of runners) {
  process.stdout.write(`\n== npm run ${script}\n`)
  const { ok, output, seconds } = await runVisibly(['run', '--silent', script], {
    FOYER_CHROMIUM: browser,
  })
  const counts = countOrNothing(() => count(output))
  // A runner that fails without a failing test (a type error, a server that did not start, tests
  // that never ran) has failed all the same.
  if (counts.failed === 0 && (!ok || counts.passed === 0)) counts.failed = 1
  total.passed += counts.passed
  total.failed += counts.failed
  process.stdout.write(
    `== ${name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds.toFixed(0)} s\n`,
  )
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exit(total.failed === 0 ? 0 : 1)

function countOrNothing(count: () => Counts): Counts {
  try {
    return count()
  } catch {
    return { passed: 0, failed: 0 }
  }
}
