import { figureOf } from '../report/figures.ts'
import { loadFully, type Load } from '../load/load.ts'
import type { Measure } from '../report/outcome.ts'
import { memoryAfterRest, type MemorySample } from './memory.ts'
import {
  asked,
  config,
  confirmations,
  invited,
  page,
  welcomes,
  type RequestType,
} from './requests.ts'
import { connections, type TypeFigures, type StoreFigures } from './service-figures.ts'
import { outcomeOf } from './service-outcome.ts'
import { startService, type Service, type StoreName } from './start-service.ts'
import { startSimulatedServices, type SimulatedServices } from './services-process.ts'

const secondsOfEach = 3
/** More than the fastest store can handle in that time. */
const newUsersPerRound = 4000
const emailsPerRound = 300

/** Every response is checked, and a wrong one ends the run. */
export const measureService: Measure = async ({ rounds }) => {
  const services = await startSimulatedServices()
  try {
    const stores: StoreFigures[] = []
    for (const store of ['PGlite', 'Postgres'] as const)
      stores.push(await measureStore(store, rounds, services))
    return outcomeOf(stores)
  } finally {
    await services.close()
  }
}

async function measureStore(
  store: StoreName,
  rounds: number,
  services: SimulatedServices,
): Promise<StoreFigures> {
  const service = await startService(store, await services.ask('addresses'))
  try {
    const loads = new Map<string, Load[]>()
    const emailRates: number[] = []
    const memory: MemorySample[] = []
    // The first round warms up and is not measured.
    for (let round = 0; round <= rounds; round += 1) {
      const { given, emailsPerSecond } = await runRound(service, services)
      if (round === 0) continue
      for (const [name, load] of given) loads.set(name, [...(loads.get(name) ?? []), load])
      emailRates.push(emailsPerSecond)
      memory.push(await memoryAfterRest(service))
    }
    const types = [...loads].map(([name, given]) => typeFiguresOf(name, given))
    return { store, types, emailsPerSecond: figureOf(emailRates), memory }
  } finally {
    await service.close()
  }
}

async function runRound(service: Service, services: SimulatedServices) {
  await services.ask('forget')
  const given = new Map<string, Load>()
  const run = async (type: RequestType) => {
    const work = { port: service.port, connections, seconds: secondsOfEach }
    const load = await loadFully({ ...work, ...type })
    given.set(type.name, load)
    return load.requests
  }
  await run(config)
  await run(page)
  await run(welcomes(await services.ask('newUsers', newUsersPerRound)))
  const created = await run(invited)
  const emailed = await run(asked(emailsPerRound))
  const queuedAt = performance.now()
  const waiting = await waitingMails(service)
  await untilEmailsSent(service)
  const emailsPerSecond = (waiting / (performance.now() - queuedAt)) * 1000
  const confirmed = await run(confirmations(await services.ask('confirmations')))
  await untilEmailsSent(service)
  await checkStored(services, created + confirmed, created + emailed + confirmed)
  return { given, emailsPerSecond }
}

/** Each account and each email must exist exactly once, otherwise the figures are meaningless. */
async function checkStored(services: SimulatedServices, created: number, emails: number) {
  const kept = await services.ask('kept')
  const accounts = created + newUsersPerRound
  if (kept.accounts !== accounts || kept.emails !== emails) {
    throw new Error(
      `${kept.accounts} accounts and ${kept.emails} emails instead of ${accounts} and ${emails}.`,
    )
  }
}

async function untilEmailsSent(service: Service): Promise<void> {
  while ((await waitingMails(service)) > 0) await new Promise((resolve) => setTimeout(resolve, 100))
}

async function waitingMails(service: Service): Promise<number> {
  return (await service.metrics()).get('foyer_outbox_waiting') ?? NaN
}

function typeFiguresOf(name: string, loads: readonly Load[]): TypeFigures {
  return {
    name,
    requests: loads.reduce((sum, { requests }) => sum + requests, 0),
    perSecond: figureOf(loads.map(({ perSecond }) => perSecond)),
    p50: figureOf(loads.map(({ p50 }) => p50)),
    p99: figureOf(loads.map(({ p99 }) => p99)),
  }
}
