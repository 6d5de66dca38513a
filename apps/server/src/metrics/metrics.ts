import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { OutboxState } from '../mail/outbox.ts'

export interface Metrics {
  registry: Registry
  request: (route: string, method: string, status: number, seconds: number) => void
  /** The outcome of a request to the account service: `done`, or the error code of the refusal. */
  outcome: (route: string, outcome: string) => void
  registrationFinished: (outcome: string) => void
  mail: (outcome: string) => void
  limitHit: (limit: string) => void
  statement: (seconds: number) => void
  /** `read` is called at each scrape. */
  watchOutbox: (read: () => Promise<OutboxState>) => void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'foyer_http_request_seconds',
    help: 'Time to answer',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
    registers,
  })
  const outcomes = new Counter({
    name: 'foyer_outcomes_total',
    help: 'Answers of the account service: done, or the code of the refusal',
    labelNames: ['route', 'outcome'],
    registers,
  })
  const registrations = new Counter({
    name: 'foyer_registrations_finished_total',
    help: 'Registrations that came to an end, with or without their user waiting',
    labelNames: ['outcome'],
    registers,
  })
  const mails = new Counter({
    name: 'foyer_mails_total',
    help: 'Attempts to send a mail',
    labelNames: ['outcome'],
    registers,
  })
  const limits = new Counter({
    name: 'foyer_limits_hit_total',
    help: 'Requests refused because there were too many',
    labelNames: ['limit'],
    registers,
  })
  const statements = new Histogram({
    name: 'foyer_database_statement_seconds',
    help: 'Time of a statement in the database',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })

  return {
    registry,
    request: (route, method, status, seconds) =>
      requests.observe({ route, method, status }, seconds),
    outcome: (route, outcome) => outcomes.inc({ route, outcome }),
    registrationFinished: (outcome) => registrations.inc({ outcome }),
    mail: (outcome) => mails.inc({ outcome }),
    limitHit: (limit) => limits.inc({ limit }),
    statement: (seconds) => statements.observe(seconds),
    watchOutbox: (read) => addOutboxGauges(read, registers),
  }
}

function addOutboxGauges(read: () => Promise<OutboxState>, registers: Registry[]) {
  const addGauge = (name: string, help: string, valueOf: (state: OutboxState) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // While the database is unavailable, no value is better than an old one.
        this.set(await read().then(valueOf, () => NaN))
      },
    })
  addGauge('foyer_outbox_waiting', 'Mails that wait to be sent', ({ waiting }) => waiting)
  addGauge(
    'foyer_outbox_oldest_seconds',
    'Age of the oldest mail that waits',
    ({ oldestSeconds }) => oldestSeconds,
  )
}
