import { startBare } from '../gate/start-bare.ts'
import { signIn, startGateProcess } from '../gate/start-foyer-gate.ts'
import { loadFully } from '../load/load.ts'
import { freePort } from '../load/process.ts'
import { invited } from '../service/requests.ts'
import { startService } from '../service/start-service.ts'
import type { SimulatedServices } from '../service/services-process.ts'
import { cpuMs } from './cpu.ts'
import type { Point } from './growth.ts'
import { leastOfEach } from './least.ts'

interface InstancePoint {
  /** Processor time of all instances together for one unit of work. */
  cost: Point
  /** Milliseconds for one when all instances work as fast as they can. */
  time: Point
}

const rounds = 3
const seconds = 3
const connections = 12

interface Done {
  cpuMs: number
  count: number
  seconds: number
}

async function measureRounds(size: number, work: () => Promise<Done>): Promise<InstancePoint> {
  const runs: Done[] = []
  const [cost = NaN] = await leastOfEach([size], rounds, async () => {
    const done = await work()
    runs.push(done)
    return done.cpuMs / done.count
  })
  const time = Math.min(...runs.map(({ count, seconds: took }) => (took * 1000) / count))
  return { cost: { size, cost }, time: { size, cost: time } }
}

/** Registrations with an invitation at this many servers on one Postgres. */
export async function serversByInstances(
  size: number,
  services: SimulatedServices,
): Promise<InstancePoint> {
  const addresses = await services.ask('addresses')
  const servers: Awaited<ReturnType<typeof startService>>[] = []
  try {
    while (servers.length < size) servers.push(await startService('Postgres', addresses))
    const totalCpu = () => servers.reduce((sum, { pid }) => sum + cpuMs(pid), 0)
    return await measureRounds(size, async () => {
      await services.ask('forget')
      const before = totalCpu()
      const loads = await Promise.all(
        servers.map(({ port }) =>
          loadFully({ port, connections: Math.ceil(connections / size), seconds, ...invited }),
        ),
      )
      const count = loads.reduce((sum, { requests }) => sum + requests, 0)
      return { cpuMs: totalCpu() - before, count, seconds }
    })
  } finally {
    for (const server of servers) await server.close()
  }
}

/** Sign-ins at this many gates on one Postgres. */
export async function gatesByInstances(
  size: number,
  services: SimulatedServices,
): Promise<InstancePoint> {
  const { postgres } = await services.ask('addresses')
  const bare = await startBare()
  const gates: { port: number; pid: number; close(): Promise<void> }[] = []
  let host = ''
  try {
    while (gates.length < size) {
      const port = await freePort()
      if (host === '') host = `localhost:${port}`
      const place = { applicationPort: bare.port, host, data: '' }
      const settings = { GATE_DATABASE_URL: postgres }
      gates.push({ port, ...(await startGateProcess(port, place, settings)) })
    }
    const totalCpu = () => gates.reduce((sum, { pid }) => sum + cpuMs(pid), 0)
    return await measureRounds(size, async () => {
      const [before, startedAt] = [totalCpu(), performance.now()]
      let count = 0
      const signInUntilEnd = async (_each: unknown, index: number) => {
        const { port = 0 } = gates[index % size] ?? {}
        while (performance.now() - startedAt < seconds * 1000) {
          count += 1
          await signIn(port, host, `user-${count}`)
        }
      }
      await Promise.all(Array.from({ length: connections }, signInUntilEnd))
      const took = (performance.now() - startedAt) / 1000
      return { cpuMs: totalCpu() - before, count, seconds: took }
    })
  } finally {
    for (const gate of gates) await gate.close()
    await bare.close()
  }
}
