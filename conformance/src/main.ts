import { chromium } from 'playwright-core'
import { createCertificate } from '../../tools/src/certificate.ts'
import {
  chromiumSwitches,
  fastestChromium,
  installChromium,
  withoutGpu,
} from '../../tools/src/browsers/chromium.ts'
import { bundlePages } from './bundle.ts'
import { createInternet } from './internet.ts'
import { verdictOf } from './verdict.ts'
import type { Verdict } from './verdict.ts'
import { play } from './play.ts'
import type { Scenario } from './scenario.ts'
import { countOf, report, summary } from './report.ts'
import { groups } from './scenarios.ts'
import { unseenAlterations } from './self-check.ts'
import { createStage } from './stage.ts'
import type { Stage } from './stage.ts'

/** Fewer scenarios than this cannot cover all modes and all steps. */
const leastScenarios = 60
/** Each runner uses two pages at a time, which keeps two cores busy. */
const lanes = 2

/** Runs only scenarios whose group and title contain this; `--show` prints both traces. */
const only = process.argv[2]
const show = process.argv.includes('--show')

const queue = Object.entries(groups)
  .flatMap(([group, scenarios]) => scenarios.map((scenario) => ({ group, scenario })))
  .filter(({ group, scenario }) => !only || `${group}: ${scenario.title}`.includes(only))
const verdicts = new Map<Scenario, Verdict>()

const subjects = {
  script: await bundlePages('gcip-iap', 'foyer'),
  firebaseui: await bundlePages('firebaseui-gcip-iap', 'firebaseui-foyer'),
}
const certificate = createCertificate()
await installChromium()
const browser = await chromium.launch({
  ...fastestChromium(),
  args: [...chromiumSwitches, ...withoutGpu, '--ignore-certificate-errors'],
})
try {
  const waiting = [...queue]
  await Promise.all(Array.from({ length: lanes }, () => runLane(waiting)))
} finally {
  await browser.close()
}

print(report(groups, verdicts))
if (!only && verdicts.size < leastScenarios) {
  print(`Only ${verdicts.size} scenarios ran; at least ${leastScenarios} are required.`)
  process.exitCode = 1
}
if (countOf(verdicts.values(), 'different') > 0) process.exitCode = 1
print(summary(verdicts.values()))

/** Runs one scenario after another, each with both libraries at the same time. */
async function runLane(waiting: typeof queue): Promise<void> {
  const internets = [await createInternet(certificate), await createInternet(certificate)] as const
  const stages = [createStage(browser, internets[0]), createStage(browser, internets[1])] as const
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    verdicts.set(next.scenario, await verdictOn(next.scenario, stages))
  }
  for (const internet of internets) internet.close()
}

async function verdictOn(scenario: Scenario, stages: readonly [Stage, Stage]): Promise<Verdict> {
  const { theirs, ours } = subjects[scenario.handler ?? 'script']
  const answers =
    typeof scenario.answers === 'function' ? scenario.answers() : (scenario.answers ?? {})
  try {
    const [their, our] = await Promise.all([
      play(stages[0], theirs, scenario, answers),
      play(stages[1], ours, scenario, answers),
    ])
    if (show) print(JSON.stringify({ theirs: their, ours: our }, null, 2))
    const unseen = [...unseenAlterations(their), ...unseenAlterations(our)]
    return unseen.length > 0
      ? { kind: 'different', report: unseen.map((what) => `the comparison misses ${what}`) }
      : verdictOf(scenario, their, our)
  } catch (error) {
    return { kind: 'different', report: [String(error)] }
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
