import os from 'node:os'
import type { Figure } from '../report/figures.ts'
import type { Goal, Outcome, Table } from '../report/outcome.ts'
import { inShort } from '../report/table.ts'
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
    introduction: `Time that each proxy adds to a request to an application that answers 647 bytes. Fifty signed-in users take
turns. Measured on ${new Date().toISOString().slice(0, 10)}
with ${os.cpus().length} cores for everything, including the load generator. Medians of the rounds, with
minimum and maximum; the added time is the difference to the application without a proxy in the same round.`,
    explanation: `At ${requestsPerSecond} requests a second, the time of a request starts when it was due, so that a request which had to
wait for another one is not counted as fast. At full speed, each of 32 connections sends its next request when it has its response.

- nginx calls a verifier for each request, as intended for \`auth_request\`. The verifier is a small program of the
  bench that only checks the signature and the age of a cookie: less work than any real verifier.
- Apache keeps its sessions in shared memory, the module's default. Users sign in at an OpenID provider
  of the bench.
- Both are from Debian's packages, unpacked under \`.local/bench\` and not installed; both keep connections
  open on both sides and write no request log.

At this rate, the gate spends nearly half of its time on the two socket writes of each request, which Apache needs too.
A quarter is Node's HTTP parsing and writing, an eighth the HTTP client for the application, and an eighth the gate's
own rules. Opened sessions and signed assertions are cached. A request leaves only short-lived objects, but collecting
them stops the one process about four times a second for 0.5 to 2 ms, while Apache has a thread for each request.
A larger young generation (\`--max-semi-space-size=64\`) collects less often, but was slower: an added p99 of 5.9 ms
instead of 2.6 on the same machine.

To repeat: \`npm run bench -- --only gate\`; with \`--soak 10\` it also measures the memory for ten minutes.`,
  }
}

function tableOf(figures: readonly GateFigures[], missing: readonly Missing[]): Table {
  return {
    title: 'In front of the application',
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
