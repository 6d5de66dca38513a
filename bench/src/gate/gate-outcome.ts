import os from 'node:os'
import type { Figure } from '../figures.ts'
import type { Goal, Outcome, Table } from '../outcome.ts'
import { inShort } from '../table.ts'
import { requestsPerSecond, type GateFigures, type Missing } from './gate-figures.ts'

export function outcomeOf(
  figures: readonly GateFigures[],
  missing: readonly Missing[],
  memory: readonly number[],
): Outcome {
  return {
    figures: { subjects: figures, missing, memory },
    tables: [tableOf(figures, missing), ...(memory.length > 0 ? [memoryTable(memory)] : [])],
    goals: goalsOf(figures),
    introduction: `Added to each request by what stands before an application, which answers 647 bytes by
itself. Visitors are signed in; fifty of them take turns. Measured on ${new Date().toISOString().slice(0, 10)}
with ${os.cpus().length} cores for everything, the sender of the requests included. Medians of the rounds, with
minimum and maximum; what is added is the difference to the bare application in the same round.`,
    explanation: `At ${requestsPerSecond} requests a second a request counts from when it was due, so that one that had to
wait for another's answer is not counted as fast. At full speed 32 connections each send the next request when they have their answer.

- nginx asks a verifier of each request, as \`auth_request\` is meant. The verifier is a small program of the
  bench that checks the signature and the age of a cookie and looks nothing up: less than any that is in use.
- Apache keeps its sessions in shared memory, the module's default, begun by signing in at an OpenID provider
  of the bench.
- Both are from Debian's packages, unpacked under \`.local/bench\` and installed nowhere; both keep connections
  to either side and write no log of requests.

Of the time that the gate works at this rate, nearly half goes into the two writes to sockets that a request
takes, which Apache does as well; a quarter is Node's reading and writing of HTTP, and an eighth each is the
client's that asks the application and the gate's own rules'. The session is opened and the assertion signed
once and then remembered. A request leaves nothing behind, so that only short-lived objects are collected: about
four times a second the one process answers nobody for some 0.5 to 2 ms, where Apache has a thread for each request.

To repeat: \`npm run bench -- --only gate\`; with \`--soak 10\` the memory is watched for ten minutes as well.`,
  }
}

function tableOf(figures: readonly GateFigures[], missing: readonly Missing[]): Table {
  return {
    title: 'Before the application',
    head: [
      'what',
      `p50, ms, at ${requestsPerSecond}/s`,
      'p99',
      'added p50',
      'added p99',
      'requests/s at full speed',
      'p99 then',
    ],
    rows: [
      ...figures.map(({ name, p50, p99, addedP50, addedP99, perSecond, fullyP99 }, index) => {
        const added = index === 0 ? ['–', '–'] : [spread(addedP50), spread(addedP99)]
        return [name, spread(p50), spread(p99), ...added, spread(perSecond), spread(fullyP99)]
      }),
      ...missing.map(({ name, why }) => [name, `not measured: ${why}`, '', '', '', '', '']),
    ],
  }
}

function memoryTable(memory: readonly number[]): Table {
  const minutes = memory.length / 2
  return {
    title: `Memory of the gate over ${inShort(minutes)} minutes at ${requestsPerSecond}/s, MB`,
    head: ['', 'each half minute'],
    rows: [['resident', memory.map((value) => value.toFixed(0)).join(' ')]],
  }
}

function goalsOf(figures: readonly GateFigures[]): Goal[] {
  const gate = figures.find(({ name }) => name === 'Foyer gate')
  const apache = figures.find(({ name }) => name.startsWith('Apache'))
  if (!gate) return []
  const [p50, p99] = [gate.addedP50.median, gate.addedP99.median]
  const goals: Goal[] = [
    { what: 'gate: added p50', limit: 0.5, reached: p50, unit: 'ms' },
    { what: 'gate: added p99', limit: 3, reached: p99, unit: 'ms' },
  ]
  if (!apache) return goals
  const [peerP50, peerP99] = [apache.addedP50.median, apache.addedP99.median]
  return [
    ...goals,
    { what: 'gate: added p50, to Apache’s', limit: peerP50, reached: p50, unit: 'ms' },
    { what: 'gate: added p99, to Apache’s', limit: peerP99, reached: p99, unit: 'ms' },
  ]
}

function spread({ median, min, max }: Figure): string {
  return `${inShort(median)} (${inShort(min)}–${inShort(max)})`
}
