import type { Frame } from 'playwright-core'
import { loginOrigin, willCut } from './answers.ts'
import type { Answers } from './answers.ts'
import { Events, patienceMs } from './events.ts'
import { blankPage } from './internet.ts'
import type { Internet } from './internet.ts'
import type { Scenario, Step } from './scenario.ts'
import type { Stage } from './stage.ts'
import type { Trace } from './trace.ts'

/** Runs a scenario with one library. */
export async function play(
  stage: Stage,
  subject: string,
  scenario: Scenario,
  answers: Answers,
): Promise<Trace> {
  const steps = scenario.steps ?? []
  const events = new Events()
  // Accounts of the identity library and connections of the browser survive a page.
  const fresh = scenario.handler !== undefined || willCut(answers)
  const page = await stage.prepare(events, { fresh })
  const { address, displayed, files } = pagesOf(scenario, subject, events.page)
  const { internet } = stage
  internet.begin({ answers, files, arrived: () => events.changed() })
  // The browser loads nothing if two URLs differ only in their hash.
  if (withoutHash(page.url()) === withoutHash(displayed))
    await page.goto(blankPage, { waitUntil: 'commit' })
  await page.goto(displayed, { waitUntil: 'commit' })
  await events.until('the library to begin', () => {
    return ['started ', 'ready', 'constructor threw '].some((start) => events.count(start) > 0)
  })
  const frame = page.frames().find((frame) => frame.url() === address) ?? page.mainFrame()

  for (const step of steps) {
    try {
      await take(step, frame, events, internet)
    } catch (error) {
      const [summary] = String(error).split('\n')
      throw new Error(`${summary} at ${JSON.stringify(step)}; events:\n${events.toString()}`, {
        cause: error,
      })
    }
  }
  if (!('until' in (steps.at(-1) ?? {}))) {
    await events.until('everything to settle', () => {
      return events.count('settled ') >= events.count('started ')
    })
  }
  await becomeQuiet(frame, events, internet)

  const end = await frame.evaluate(() => window.conformance.end())
  return { events: events.all, requests: [...internet.requests], ...end }
}

/** The URL of the sign-in page, the URL to open, and the files by URL. */
function pagesOf(scenario: Scenario, subject: string, page: number) {
  const { origin = loginOrigin, path = '/', query, hash = '', frame } = scenario.at
  const search = typeof query === 'string' ? query : `?${new URLSearchParams(query)}`
  const address = `${origin}${path}${search}${hash}`
  const script = JSON.stringify(scenario.page ?? {}).replaceAll('<', '\\u003c')
  const files = new Map([
    [
      `${origin}${path}`,
      html(`<script type="application/json" id="script" data-page="${page}">${script}</script>
        <script src="/subject.js"></script>`),
    ],
    [`${origin}/subject.js`, { type: 'text/javascript; charset=utf-8', body: subject }],
  ])
  if (!frame) return { address, displayed: address, files }
  const displayed = `${frame}/around`
  files.set(displayed, html(`<iframe src="${address.replaceAll('&', '&amp;')}"></iframe>`))
  return { address, displayed, files }
}

function html(body: string) {
  const head = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body>'
  return { type: 'text/html; charset=utf-8', body: head + body }
}

function withoutHash(address: string): string {
  return address.replace(/#.*/, '')
}

async function take(step: Step, frame: Frame, events: Events, internet: Internet): Promise<void> {
  if ('until' in step) {
    const { until, times = 1 } = step
    await events.until(`'${until}', ${times} times`, () => events.count(until) >= times)
  } else if ('secondsLater' in step) {
    // An aborted call must have reached its server first, otherwise the recorded requests depend on timing.
    await events.until('the calls to arrive', () => {
      const arrived = internet.requests.filter(({ isNavigation }) => !isNavigation)
      return arrived.length >= events.count('fetch ')
    })
    await frame.evaluate((seconds) => window.conformance.moveOn(seconds), step.secondsLater)
  } else if ('click' in step) await frame.click(step.click, { timeout: patienceMs })
  else if ('fill' in step) await frame.fill(step.fill, step.with, { timeout: patienceMs })
  else await frame.evaluate((action) => window.conformance.act(action), step.act)
}

/** Waits until the page is idle and its navigations have reached a server. */
async function becomeQuiet(frame: Frame, events: Events, internet: Internet): Promise<void> {
  let before = -1
  while (before !== events.all.length) {
    before = events.all.length
    await events.until('the servers to answer', () => internet.unanswered() === 0)
    await events.until('the navigation to arrive', () => {
      const arrived = internet.requests.filter(({ isNavigation }) => isNavigation)
      return arrived.length >= events.count('navigate http')
    })
    await frame.evaluate(async () => {
      const turns = new MessageChannel()
      for (let turn = 0; turn < 5; turn++) {
        await new Promise<unknown>((resolve) => {
          turns.port1.addEventListener('message', resolve, { once: true })
          turns.port1.start()
          turns.port2.postMessage(null)
        })
      }
    })
  }
}
