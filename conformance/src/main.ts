import { chromium } from 'playwright-core'
import { chromiumSwitches, ensureChromium } from '../../tools/src/chromium.ts'
import { bundlePages } from './bundle.ts'
import { createCertificate } from './certificate.ts'
import { createInternet } from './internet.ts'
import { judge } from './judge.ts'
import type { Verdict } from './judge.ts'
import { play } from './play.ts'
import type { Scenario } from './scenario.ts'
import { groups } from './scenarios.ts'
import { unseenAlterations } from './self-check.ts'
import { createStage } from './stage.ts'
import type { Stage } from './stage.ts'

/** Fewer scenarios than this cannot stand for all modes and all steps. */
const leastScenarios = 60
const lanes = 2

/** Plays only scenarios whose group and title hold this; `--show` prints both traces. */
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
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: [...chromiumSwitches, '--ignore-certificate-errors', '--disable-gpu'],
})
try {
  const waiting = [...queue]
  await Promise.all(Array.from({ length: lanes }, () => runLane(waiting)))
} finally {
  await browser.close()
}
report()

/** Plays one scenario after another, each with both libraries at the same time. */
async function runLane(waiting: typeof queue): Promise<void> {
  const stages = [await openStage(), await openStage()] as const
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { scenario } = next
    const started = Date.now()
    try {
      const [their, our] = await Promise.all([
        play(stages[0], subjects[scenario.handler ?? 'script'].theirs, scenario),
        play(stages[1], subjects[scenario.handler ?? 'script'].ours, scenario),
      ])
      if (show) print(JSON.stringify({ theirs: their, ours: our }, null, 2))
      const unseen = [...unseenAlterations(their), ...unseenAlterations(our)]
      verdicts.set(
        scenario,
        unseen.length > 0
          ? { kind: 'different', report: unseen.map((what) => `the comparison misses ${what}`) }
          : judge(scenario, their, our),
      )
    } catch (error) {
      verdicts.set(scenario, { kind: 'different', report: [String(error)] })
    }
    if (process.env['T']) print(`${Date.now() - started} ${scenario.title}`)
  }
  for (const stage of stages) await stage.close()
}

async function openStage(): Promise<Stage> {
  return createStage(browser, await createInternet(certificate))
}

function report(): void {
  for (const [group, scenarios] of Object.entries(groups)) {
    const played = scenarios.flatMap((scenario) => {
      const verdict = verdicts.get(scenario)
      return verdict ? [{ title: scenario.title, verdict }] : []
    })
    const count = (kind: Verdict['kind']) =>
      played.filter(({ verdict }) => verdict.kind === kind).length
    if (played.length === 0) continue
    print(
      `${group.padEnd(16)}${String(count('identical')).padStart(4)} identical` +
        `${String(count('deliberate')).padStart(4)} deliberately different`,
    )
    for (const [because, titles] of reasonsOf(played)) {
      print(`  on purpose, ${because}: ${titles.join(' · ')}`)
    }
    for (const { title, verdict } of played) {
      if (verdict.kind === 'different') {
        print([`  DIFFERENT: ${title}`, ...verdict.report].join('\n      '))
      }
    }
  }
  const all = [...verdicts.values()]
  const count = (kind: Verdict['kind']) => all.filter((verdict) => verdict.kind === kind).length
  if (!only && all.length < leastScenarios) {
    print(`Only ${all.length} scenarios ran; at least ${leastScenarios} are wanted.`)
    process.exitCode = 1
  }
  if (count('different') > 0) process.exitCode = 1
  print(
    `${all.length} scenarios: ${count('identical')} identical, ` +
      `${count('deliberate')} deliberately different, ${count('different')} different`,
  )
}

/** The deliberately different scenarios by their reason. */
function reasonsOf(played: readonly { title: string; verdict: Verdict }[]): Map<string, string[]> {
  const reasons = new Map<string, string[]>()
  for (const { title, verdict } of played) {
    if (verdict.kind !== 'deliberate') continue
    reasons.set(verdict.because, [...(reasons.get(verdict.because) ?? []), title])
  }
  return reasons
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
