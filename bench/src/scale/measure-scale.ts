import type { Measure } from '../report/outcome.ts'
import { startSimulatedServices } from '../service/services-process.ts'
import { emailRate, requestsByRows, retentionByRows } from './by-rows.ts'
import { gatesByInstances, serversByInstances } from './by-instances.ts'
import { gateBySessions } from './by-sessions.ts'
import { gateByTenants, pageByTenants } from './by-tenants.ts'
import { choiceByTenants } from './choice-screen.ts'
import type { Point } from './growth.ts'
import { outcomeOf } from './scale-outcome.ts'
import type { Series } from './series.ts'

const relayMs = 40
/** The default, and enough for all sessions. */
const memories = [64, 512]

/** Measures the same work at several sizes, one after the other. */
export const measureScale: Measure = async ({ small }) => {
  const tenants = small ? [1, 100, 1000] : [1, 10, 100, 1000, 10_000]
  const sessions = small ? [1, 1000, 5000] : [1, 10, 100, 1000, 10_000, 50_000]
  const rows = small ? [1000, 10_000, 100_000] : [1000, 10_000, 100_000, 1_000_000]
  const services = await startSimulatedServices(relayMs)
  try {
    const addresses = await services.ask('addresses')
    const series: Series[] = []
    const add = async (what: string, by: string, unit: string, points: Promise<Point[]>) =>
      void series.push({ what, by, unit, points: await points })
    await add('page, processor time', 'tenants', 'ms', pageByTenants(tenants, addresses))
    await add('gate, processor time', 'tenants', 'ms', gateByTenants(tenants))
    await add('choice screen', 'tenants', 'ms', choiceByTenants(tenants.slice(1), addresses))
    for (const [index, figures] of (await gateBySessions(sessions, memories)).entries()) {
      const what = `gate with GATE_SESSION_MEMORY=${memories[index]}`
      await add(`${what}, processor time`, 'sessions', 'ms', Promise.resolve(figures.cost))
      await add(`${what}, memory`, 'sessions', 'MB', Promise.resolve(figures.memory))
    }
    for (const [what, measure] of [
      ['registration', serversByInstances],
      ['sign-in at the gate', gatesByInstances],
    ] as const) {
      const points = await inTurn([1, 2, 3], (count) => measure(count, services))
      const costs = points.map(({ cost }) => cost)
      const times = points.map(({ time }) => time)
      await add(`${what}, processor time`, 'instances', 'ms', Promise.resolve(costs))
      await add(`${what}, at full load`, 'instances', 'ms', Promise.resolve(times))
    }
    const requests = await inTurn(rows, (count) => requestsByRows(count, services))
    const { welcome, registration } = {
      welcome: requests.map((each) => each.welcome),
      registration: requests.map((each) => each.registration),
    }
    await add('welcome, p50', 'users', 'ms', Promise.resolve(welcome))
    await add('registration with an invitation, p50', 'users', 'ms', Promise.resolve(registration))
    await add(
      'retention of three tables',
      'old rows each',
      's',
      inTurn(rows, (count) => retentionByRows(count, services)),
    )
    await services.run('truncate registrations, idempotency_keys, outbox, limits')
    return outcomeOf(series, await emailRate(small ? 300 : 1000, services))
  } finally {
    await services.close()
  }
}

async function inTurn<Result>(
  sizes: readonly number[],
  measure: (size: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const size of sizes) results.push(await measure(size))
  return results
}
