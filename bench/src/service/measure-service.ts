import { figureOf } from '../figures.ts'
import { loadFully, type Load } from '../load/load.ts'
import type { Measure } from '../outcome.ts'
import { memoryAfterRest, type MemorySample } from './memory.ts'
import { asked, config, confirmations, invited, page, welcomes, type Kind } from './requests.ts'
import { connections, type KindFigures, type StoreFigures } from './service-figures.ts'
import { outcomeOf } from './service-outcome.ts'
import { startService, type Service, type StoreName } from './start-service.ts'
import { startWorld, type World } from './world-process.ts'

const secondsOfEach = 3
/** More than the fastest store welcomes in that time. */
const newcomersOfRound = 4000
const mailsOfRound = 300

/** Every answer is checked, and one that is not as it should be ends the run. */
export const measureService: Measure = async ({ rounds }) => {
  const world = await startWorld()
  try {
    const stores: StoreFigures[] = []
    for (const store of ['PGlite', 'Postgres'] as const)
      stores.push(await measureStore(store, rounds, world))
    return outcomeOf(stores)
  } finally {
    await world.close()
  }
}

async function measureStore(store: StoreName, rounds: number, world: World): Promise<StoreFigures> {
  const service = await startService(store, await world.ask('addresses'))
  try {
    const loads = new Map<string, Load[]>()
    const mailRates: number[] = []
    const memory: MemorySample[] = []
    // The first warms up and counts for nothing.
    for (let round = 0; round <= rounds; round += 1) {
      const { given, mailsPerSecond } = await runRound(service, world)
      if (round === 0) continue
      for (const [name, load] of given) loads.set(name, [...(loads.get(name) ?? []), load])
      mailRates.push(mailsPerSecond)
      memory.push(await memoryAfterRest(service))
    }
    const kinds = [...loads].map(([name, given]) => kindFiguresOf(name, given))
    return { store, kinds, mailsPerSecond: figureOf(mailRates), memory }
  } finally {
    await service.close()
  }
}

async function runRound(service: Service, world: World) {
  await world.ask('forget')
  const given = new Map<string, Load>()
  const run = async (kind: Kind) => {
    const work = { port: service.port, connections, seconds: secondsOfEach }
    const load = await loadFully({ ...work, ...kind })
    given.set(kind.name, load)
    return load.requests
  }
  await run(config)
  await run(page)
  await run(welcomes(await world.ask('newcomers', newcomersOfRound)))
  const created = await run(invited)
  const mailed = await run(asked(mailsOfRound))
  const queuedAt = performance.now()
  const waiting = await waitingMails(service)
  await untilMailed(service)
  const mailsPerSecond = (waiting / (performance.now() - queuedAt)) * 1000
  const confirmed = await run(confirmations(await world.ask('confirmations')))
  await untilMailed(service)
  await checkKept(world, created + confirmed, created + mailed + confirmed)
  return { given, mailsPerSecond }
}

/** Each account once and each mail once, or the numbers would be of something else. */
async function checkKept(world: World, created: number, mails: number) {
  const kept = await world.ask('kept')
  const accounts = created + newcomersOfRound
  if (kept.accounts !== accounts || kept.mails !== mails) {
    throw new Error(
      `${kept.accounts} accounts and ${kept.mails} mails instead of ${accounts} and ${mails}.`,
    )
  }
}

async function untilMailed(service: Service): Promise<void> {
  while ((await waitingMails(service)) > 0) await new Promise((resolve) => setTimeout(resolve, 100))
}

async function waitingMails(service: Service): Promise<number> {
  return (await service.metrics()).get('foyer_outbox_waiting') ?? NaN
}

function kindFiguresOf(name: string, loads: readonly Load[]): KindFigures {
  return {
    name,
    requests: loads.reduce((sum, { requests }) => sum + requests, 0),
    perSecond: figureOf(loads.map(({ perSecond }) => perSecond)),
    p50: figureOf(loads.map(({ p50 }) => p50)),
    p99: figureOf(loads.map(({ p99 }) => p99)),
  }
}
