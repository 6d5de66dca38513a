import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { figureOf } from '../report/figures.ts'
import type { Answer } from '../load/connection.ts'
import { loadAtRate, loadFully, type Load, type Work } from '../load/load.ts'
import { requestBytes } from '../load/request.ts'
import type { Measure } from '../report/outcome.ts'
import { applicationBody } from './application-body.ts'
import { unpackDebianPackages } from './debian-packages.ts'
import { requestsPerSecond, type GateFigures, type Missing } from './gate-figures.ts'
import { outcomeOf } from './gate-outcome.ts'
import { startApache } from './start-apache.ts'
import { startBare } from './start-bare.ts'
import { startFoyerGate } from './start-foyer-gate.ts'
import { startNginx } from './start-nginx.ts'
import { ask, headersOfUser, type Subject } from './subject.ts'

const cache = fileURLToPath(new URL('../../../.local/bench', import.meta.url))
const connections = 32

/** The results of one subject, by round. */
interface Measured {
  subject: Subject
  atRate: Load[]
  fully: Load[]
}

/** Measures all subjects in turn in each round, so that other load on the machine affects all equally. */
export const measureGate: Measure = async ({ rounds, soak }) => {
  const bare = await startBare()
  const gate = await startFoyerGate(bare.port)
  const nginx = await startOrExplain('nginx', 'nginx `auth_request`', bare, startNginx)
  const apache = await startOrExplain(
    'libapache2-mod-auth-openidc',
    'Apache `mod_auth_openidc`',
    bare,
    startApache,
  )
  const peers = [nginx, apache]
  const subjects = [bare, gate, ...peers.flatMap((peer) => ('why' in peer ? [] : [peer]))]
  const measured = subjects.map((subject): Measured => ({ subject, atRate: [], fully: [] }))
  let memory: readonly number[] = []
  try {
    for (const subject of subjects.slice(1)) await checkProtected(subject)
    for (const subject of subjects) await loadFully(workOf(subject, 2))
    for (let round = 0; round < rounds; round += 1) {
      for (const { subject, atRate, fully } of measured) {
        atRate.push(await loadAtRate({ ...workOf(subject, 4), perSecond: requestsPerSecond }))
        fully.push(await loadFully(workOf(subject, 3)))
      }
    }
    if (soak > 0) memory = await watchMemory(gate, soak)
  } finally {
    // The application last: a proxy in front of it would report that it is down.
    for (const subject of subjects.toReversed()) await subject.close()
  }
  const figures = measured.map((each) => figuresOf(each, measured[0] ?? each))
  return outcomeOf(
    figures,
    peers.flatMap((peer) => ('why' in peer ? [peer] : [])),
    memory,
  )
}

/** The gate's memory in megabytes, twice a minute, at the constant request rate. */
async function watchMemory(gate: Subject, minutes: number): Promise<number[]> {
  const samples: number[] = []
  const sample = () => samples.push(residentMegabytes(gate.pid))
  const clock = setInterval(sample, 30_000)
  try {
    await loadAtRate({ ...workOf(gate, minutes * 60), perSecond: requestsPerSecond })
  } finally {
    clearInterval(clock)
  }
  sample()
  return samples
}

function residentMegabytes(pid: number | null): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

async function startOrExplain(
  packageName: string,
  name: string,
  bare: Subject,
  start: typeof startNginx,
): Promise<Subject | Missing> {
  try {
    const packages = packageName === 'nginx' ? ['nginx'] : ['apache2-bin', packageName]
    return await start(bare.port, unpackDebianPackages(cache, packages))
  } catch (error) {
    return { name, why: (error as Error).message.trim().replaceAll(/\s+/g, ' ') }
  }
}

/** A proxy that lets everybody through would be fast, but wrong. */
async function checkProtected({ name, port, host, users }: Subject): Promise<void> {
  const user = await ask(port, '/', headersOfUser(host, users[0]))
  if (user.body !== applicationBody) throw new Error(`${name} refuses a signed-in user.`)
  const anonymous = await ask(port, '/', headersOfUser(host, undefined))
  if (anonymous.body === applicationBody)
    throw new Error(`${name} lets a request without a session through.`)
}

function workOf({ name, port, host, users }: Subject, seconds: number): Work {
  const requests = users.map((cookie, index) =>
    requestBytes('GET', `/items?page=${index}`, headersOfUser(host, cookie)),
  )
  const body = Buffer.from(applicationBody)
  let sent = 0
  return {
    port,
    connections,
    seconds,
    next: () => requests[(sent += 1) % requests.length] ?? null,
    check({ status, body: given }: Answer) {
      if (status !== 200 || !body.equals(given)) throw new Error(`${name} answered ${status}.`)
    },
  }
}

function figuresOf({ subject, atRate, fully }: Measured, bare: Measured): GateFigures {
  const added = (figure: 'p50' | 'p99') =>
    figureOf(atRate.map((load, round) => load[figure] - (bare.atRate[round]?.[figure] ?? NaN)))
  return {
    name: subject.name,
    p50: figureOf(atRate.map(({ p50 }) => p50)),
    p99: figureOf(atRate.map(({ p99 }) => p99)),
    addedP50: added('p50'),
    addedP99: added('p99'),
    perSecond: figureOf(fully.map(({ perSecond }) => perSecond)),
    fullyP99: figureOf(fully.map(({ p99 }) => p99)),
  }
}
