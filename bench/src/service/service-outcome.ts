import os from 'node:os'
import type { Figure } from '../report/figures.ts'
import type { Goal, Outcome, Table } from '../report/outcome.ts'
import { inShort } from '../report/table.ts'
import { slopeOf, type MemorySample } from './memory.ts'
import { connections, type StoreFigures } from './service-figures.ts'

export function outcomeOf(stores: readonly StoreFigures[]): Outcome {
  return {
    figures: { stores },
    tables: [...stores.map(loadTable), memoryTable(stores)],
    goals: stores.flatMap(goalsOf),
    introduction: `Requests per second that one server handles with the embedded store and with a real Postgres, and how long
each takes. Measured on ${new Date().toISOString().slice(0, 10)} with ${os.cpus().length} cores for everything: the server, Postgres, a stand-in for
Identity Platform, a mail server and the load generator, on loopback. Medians of the rounds, with
minimum and maximum.`,
    explanation: `${connections} connections each send the next request when they have their response. Every response is checked, and a wrong
one ends the run. After each round each account and each email must exist exactly once. Welcomes are for new accounts.
Each registration comes from a different client, because the limits are those of production. Postgres does not wait for
its disk.

Memory is measured after each round, when all emails are sent and garbage is collected: the minimum of ten samples
within a second.

To repeat: \`npm run bench -- --only service\`.`,
  }
}

function loadTable({ store, types, emailsPerSecond }: StoreFigures): Table {
  return {
    title: store,
    head: ['what', 'answers', 'requests/s', 'p50, ms', 'p99, ms'],
    rows: [
      ...types.map(({ name, requests, perSecond, p50, p99 }) => {
        return [name, String(requests), spread(perSecond), spread(p50), spread(p99)]
      }),
      ['emails sent', '', spread(emailsPerSecond), '', ''],
    ],
  }
}

function memoryTable(stores: readonly StoreFigures[]): Table {
  return {
    title: 'Memory of the server, MB',
    head: ['store', 'resident, after each round', 'a round', 'heap, after each round', 'a round'],
    rows: stores.map(({ store, memory }) => {
      const row = (figure: keyof MemorySample) => {
        const values = memory.map((sample) => sample[figure])
        return [values.map(inShort).join(' '), inShort(slopeOf(values))]
      }
      return [store, ...row('resident'), ...row('heap')]
    }),
  }
}

/** The tolerance: the memory of a round with many thousand requests varies by less. */
function goalsOf({ store, memory }: StoreFigures): Goal[] {
  const heap = memory.map((sample) => sample.heap)
  return [
    {
      what: `service on ${store}: heap added a round`,
      limit: 1,
      reached: slopeOf(heap),
      unit: 'MB',
    },
  ]
}

function spread({ median, min, max }: Figure): string {
  return `${inShort(median)} (${inShort(min)}–${inShort(max)})`
}
