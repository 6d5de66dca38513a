import os from 'node:os'
import type { Goal, Outcome, Table } from '../report/outcome.ts'
import { inShort } from '../report/table.ts'
import { classOf, ratioOf, type Series } from './series.ts'

export function outcomeOf(series: readonly Series[], emailsPerSecond: number): Outcome {
  return {
    figures: { series, emailsPerSecond },
    tables: [growthTable(series), emailTable(emailsPerSecond)],
    goals: goalsOf(series, emailsPerSecond),
    introduction: `How the cost of the same work grows with tenants, sessions, instances and rows. Measured on ${new Date().toISOString().slice(0, 10)} with ${os.cpus().length} cores
for everything, so trust the ratios and not the times.`,
    explanation: `The growth class is the curve that fits best; costs that differ by less than a quarter do not grow. Each page was requested
once before. Each tenant has its logo on a host of its own. Processor times are the least of several rounds in which the sizes
take turns. The choice screen is measured in Chromium, from the response with the tenants until the screen is painted, with the
requests for their names. Sessions are used in turn. Instances share the cores and one Postgres. Retention is the time from the start of a server until the
old rows are gone. Postgres does not wait for its disk.

To repeat: \`npm run bench -- --only scale\`; \`--small\` leaves out the largest sizes.`,
  }
}

function growthTable(series: readonly Series[]): Table {
  return {
    title: 'Growth',
    head: ['what', 'by', 'cost at each size', 'last to first', 'class'],
    rows: series.map((each) => [
      each.what,
      each.by,
      each.points
        .map(({ size, cost }) => `${size.toLocaleString('en')}: ${inShort(cost)} ${each.unit}`)
        .join(', '),
      inShort(ratioOf(each)),
      classOf(each),
    ]),
  }
}

function emailTable(perSecond: number): Table {
  return {
    title: 'Emails through a mail server that takes 40 ms for each',
    head: ['what', 'emails/s'],
    rows: [['one instance', inShort(perSecond)]],
  }
}

/** What must cost the same at each size. What else costs milliseconds is shown and has no goal. */
const flat = new Set([
  'page, processor time',
  'gate, processor time',
  'welcome, p50',
  'registration with an invitation, p50',
])

function goalsOf(series: readonly Series[], emailsPerSecond: number): Goal[] {
  const lastOf = (name: string) => series.find(({ what }) => what === name)?.points.at(-1)
  const [choice, retention] = [lastOf('choice screen'), lastOf('retention of three tables')]
  return [
    ...series
      .filter(({ what }) => flat.has(what))
      .map((each) => ({
        what: `${each.what}, largest size to smallest`,
        limit: 1.2,
        reached: ratioOf(each),
        unit: '×',
      })),
    {
      what: `choice screen with ${choice?.size.toLocaleString('en')} tenants`,
      limit: 300,
      reached: choice?.cost ?? NaN,
      unit: 'ms',
    },
    // The rows of an hour must be deleted within it.
    {
      what: `retention of ${retention?.size.toLocaleString('en')} old rows in each table`,
      limit: 3600,
      reached: retention?.cost ?? NaN,
      unit: 's',
    },
    { what: '1000 emails', limit: 10, reached: 1000 / emailsPerSecond, unit: 's' },
  ]
}
