import type { Measure } from '../report/outcome.ts'
import { startSimulatedServices } from '../service/services-process.ts'
import { emailRate, requestsByRows, retentionByRows } from './by-rows.ts'
import { gateByTenants, pageByTenants } from './by-tenants.ts'
import type { Point } from './growth.ts'
import { outcomeOf } from './scale-outcome.ts'
import type { Series } from './series.ts'

const relayMs = 40

/** Measures the same work at several sizes, one after the other. */
export const measureScale: Measure = async ({ small }) => {
  const tenants = small ? [1, 100, 1000] : [1, 10, 100, 1000, 10_000]
  const rows = small ? [1000, 10_000, 100_000] : [1000, 10_000, 100_000, 1_000_000]
  const services = await startSimulatedServices(relayMs)
  try {
    const addresses = await services.ask('addresses')
    const series: Series[] = []
    const add = async (what: string, by: string, unit: string, points: Promise<Point[]>) =>
      void series.push({ what, by, unit, points: await points })
    await add(
      'page, processor time',
      'tenants',
      'ms',
      inTurn(tenants, (count) => pageByTenants(count, addresses)),
    )
    await add('gate, processor time', 'tenants', 'ms', inTurn(tenants, gateByTenants))
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
