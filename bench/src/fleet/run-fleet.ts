import { setTimeout as wait } from 'node:timers/promises'
import { createAccounts } from './accounts.ts'
import { createChanges, kinds, type Kind } from './changes.ts'
import { createClient } from './client.ts'
import { checkEmails } from './emails.ts'
import { startFleet, type Fleet, type FleetPrograms } from './fleet.ts'
import { createJudge, type Judge, type Verdict } from './judge.ts'
import { pace, type Paced } from './pace.ts'
import type { Part } from './part.ts'
import { createSignIns, unanswered } from './sign-ins.ts'
import { applicationSite } from './sites.ts'
import { createSignOuts } from './sign-outs.ts'
import { createVisits } from './visits.ts'

export interface FleetRun {
  programs: FleetPrograms
  signInsPerMinute: number
  requestsPerSecond: number
  /** How many sign-ins, and how many other requests, may be in flight at once. More that are due do not start. */
  mostAtOnce: number
  /** A request fails if it has no response in this time. */
  responseWithinMs: number
  drainSeconds: number
  /** The changes, each with the instances that it happens to at the same time, by their place among gates and servers. */
  changes: readonly Change[]
  /** The changes are spread over this time. */
  seconds: number
  /** How long a sign-out may take until every gate refuses a copy of its cookie. Milliseconds. */
  signOutWithinMs: number
  /** After a killed process is gone, how long nginx may take to learn that its connections are closed. Milliseconds. */
  noticedWithinMs: number
  /** How long the last emails may take. After a kill, another server sends them a minute later. */
  emailPatienceSeconds: number
  /** Whether it is a violation if the machine is too slow for the load. A load that was not there proves little. */
  mustKeepRate: boolean
  print: (line: string) => void
}

export interface Change {
  kind: Kind
  parts: readonly { of: 'gates' | 'servers'; place: number }[]
}

/** Each gate and each server in turn: stopped, killed and upgraded. */
export const everyChange: readonly Change[] = kinds.flatMap((kind) =>
  (['gates', 'servers'] as const).flatMap((of) =>
    [0, 1, 2].map((place) => ({ kind, parts: [{ of, place }] })),
  ),
)

export interface FleetResult extends Verdict {
  requestsPerSecond: number
  signInsPerMinute: number
  seconds: number
}

/** How many requests a sign-in takes, with everything that belongs to it. */
const requestsOfSignIn = 6
const crossesEvery = 3
const registersEvery = 8
const signsOutEvery = 4
/** More would take too long while the gate is not used. */
const checkedAtStart = 20

export async function runFleet(run: FleetRun): Promise<FleetResult> {
  const judge = createJudge()
  const fleet = await startFleet(run.programs, run.drainSeconds)
  run.print(`Three gates and three servers are running. Their logs: ${fleet.folder}`)
  let isGood = false
  try {
    const result = await runUnderLoad(run, fleet, judge)
    isGood = result.violations.length === 0
    return result
  } finally {
    await fleet.close({ keepsLogs: !isGood })
  }
}

async function runUnderLoad(run: FleetRun, fleet: Fleet, judge: Judge): Promise<FleetResult> {
  const client = createClient(fleet.nginx, run.responseWithinMs)
  const alive = new Set<Part>(fleet.gates)
  const gatesInService = () => fleet.gates.filter((gate) => alive.has(gate)).map(({ port }) => port)
  const { idTokenOf, platform, mailServer, postgres } = fleet.services
  const signIns = createSignIns({ client, judge, gatesInService, idTokenOf })
  const signOuts = createSignOuts({
    client,
    judge,
    gatesInService,
    withinMs: run.signOutWithinMs,
  })
  const accounts = createAccounts({ client, judge, platform })
  const visits = createVisits(client, judge)
  const isGate = (part: Part) => fleet.gates.includes(part)
  const change = createChanges({
    judge,
    noticedWithinMs: run.noticedWithinMs,
    setInService: (part, isInService) => fleet.setInService(part, isInService),
    setAlive: (part, isAlive) => void (isAlive ? alive.add(part) : alive.delete(part)),
    onStarted: async (part) => {
      if (isGate(part)) await signOuts.checkEnded(part.port, checkedAtStart)
    },
    print: run.print,
  })

  const ending = new AbortController()
  const signIn = async (index: number) => {
    if (index % registersEvery === registersEvery - 1) await accounts.register()
    const isAcross = index % crossesEvery === crossesEvery - 1
    const user = await (isAcross ? signIns.acrossGates() : signIns.throughNginx())
    if (user !== null) visits.add(user)
    if (index % signsOutEvery !== signsOutEvery - 1) return
    const leaving = await visits.take()
    if (leaving !== null) await signOuts.signOut(leaving)
  }
  const perSecond = run.signInsPerMinute / 60
  const rest = Math.max(1, run.requestsPerSecond - perSecond * requestsOfSignIn)
  const load = Promise.all([
    pace(perSecond, ending.signal, run.mostAtOnce, signIn),
    pace(rest, ending.signal, run.mostAtOnce, () => visits.visit()),
  ]).finally(() => ending.abort())
  load.catch(() => {})

  await makeChanges(run, fleet, change, ending.signal)
  ending.abort()
  const [signedIn, visited] = await load

  for (const gate of fleet.gates) await signOuts.checkEnded(gate.port, Infinity)
  await checkSessions(fleet, client, visits.users(), judge)
  await checkStates(postgres, judge)
  await checkEmails(accounts.registered(), mailServer, judge, run.emailPatienceSeconds * 1000)
  judge.count('requests repeated because nginx had closed a kept connection', client.repetitions())
  client.close()
  return summary(run, judge, signedIn, visited)
}

async function makeChanges(
  { changes, seconds }: FleetRun,
  fleet: Fleet,
  change: (kind: Kind, part: Part) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = Date.now()
  const until = async (second: number) => {
    const left = startedAt + second * 1000 - Date.now()
    if (left > 0) await wait(left, undefined, { signal }).catch(() => {})
  }
  for (const [index, { kind, parts }] of changes.entries()) {
    await until((seconds * (index + 0.25)) / changes.length)
    if (signal.aborted) return
    await Promise.all(
      parts.map(async ({ of, place }) => {
        const part = fleet[of][place]
        if (part !== undefined) await change(kind, part)
      }),
    )
  }
  await until(seconds)
}

/** Every session that was not ended must be accepted by every gate. */
async function checkSessions(
  fleet: Fleet,
  client: ReturnType<typeof createClient>,
  users: readonly { uid: string; cookie: string }[],
  judge: Judge,
): Promise<void> {
  for (const { port } of fleet.gates) {
    for (const { uid, cookie } of users) {
      const { text } = await client.askGate(port, applicationSite, {
        path: '/',
        headers: { cookie },
      })
      if (text !== `user ${uid}`) judge.violation('a session was lost')
      judge.count('sessions that were valid at the end')
    }
  }
}

/** The database has each used state once. It keeps them for twenty minutes. */
async function checkStates(postgres: Fleet['services']['postgres'], judge: Judge): Promise<void> {
  const [stored] = await postgres.rows(
    "select count(*)::int as count from gate_spent where id like 'state:%'",
  )
  const { counts } = judge.verdict()
  const exchanged = counts.get('states exchanged') ?? 0
  const lost = counts.get(unanswered) ?? 0
  const count = Number(stored?.['count'])
  judge.count('used states in the database', count)
  if (count < exchanged || count > exchanged + lost)
    judge.violation(`${count} used states are stored, but ${exchanged} were exchanged`)
}

/** Of the load, because the last requests of each kind are not repeated. */
const leastShare = 0.97

function summary(run: FleetRun, judge: Judge, signedIn: Paced, visited: Paced): FleetResult {
  const { counts } = judge.verdict()
  const seconds = visited.seconds
  const requestsPerSecond = (counts.get('requests') ?? 0) / seconds
  const signInsPerMinute = ((counts.get('sign-ins') ?? 0) * 60) / seconds
  const skipped = signedIn.skipped + visited.skipped
  if (skipped > 0)
    judge.count('requests that were due while too many others had no response', skipped)
  const isKept =
    requestsPerSecond >= run.requestsPerSecond * leastShare &&
    signInsPerMinute >= run.signInsPerMinute * leastShare
  if (run.mustKeepRate && !isKept)
    judge.violation('the machine was too slow for the load, or too busy with other work')
  return { ...judge.verdict(), requestsPerSecond, signInsPerMinute, seconds }
}
