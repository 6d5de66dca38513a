import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { DatabaseState } from '../data/gate-data.ts'
import type { GateCounts } from '../events/gate-counts.ts'
import { histogramText, partsOf } from './histogram-text.ts'

/** What the metrics show of a gate, besides its counts. */
export interface Observed {
  isReady: () => boolean
  /** Null before the start is complete, and without a database. */
  databaseState: () => DatabaseState | null
  acceptedKeys: () => number
  endlessAnswers: () => number
}

export interface MetricsDeps {
  counts: GateCounts
  observed: Observed
  now: () => number
}

export interface GateMetrics {
  contentType: string
  text(): Promise<string>
}

/** The values are read when somebody asks for them. */
export function createGateMetrics({ counts, observed, now }: MetricsDeps): GateMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  /** A value of `undefined` is not shown. */
  function gauge(name: string, help: string, read: () => number | boolean | undefined) {
    return new Gauge({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.set(Number(read() ?? NaN))
      },
    })
  }
  function counter(
    name: string,
    help: string,
    labelNames: string[],
    read: () => Iterable<[labels: Record<string, string>, count: number]>,
  ) {
    return new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        for (const [labels, count] of read()) this.inc(labels, count)
      },
    })
  }

  counter('foyer_gate_failures_total', 'Responses of the gate that report an error', ['code'], () =>
    Array.from(counts.failures, ([code, count]) => [{ code }, count]),
  )
  counter(
    'foyer_gate_audited_total',
    'Sign-ins and sign-outs: done, or the code of the refusal',
    ['action', 'outcome'],
    () =>
      Array.from(counts.audited, ([key, count]) => {
        const [action, outcome] = partsOf(key)
        return [{ action, outcome }, count]
      }),
  )
  counter(
    'foyer_gate_key_set_failures_total',
    'Failed requests for the keys of ID tokens',
    [],
    () => [[{}, counts.keySet.failures]],
  )
  gauge('foyer_gate_key_set_age_seconds', 'Age of the keys of ID tokens', () => {
    const { fetchedAt } = counts.keySet
    return fetchedAt === undefined ? undefined : now() - fetchedAt
  })
  gauge('foyer_gate_ready', 'Whether load balancers may send requests', observed.isReady)
  registry.registerMetric(upstreamGauge(counts))
  gauge(
    'foyer_gate_endless_responses',
    'Open WebSockets and event streams',
    observed.endlessAnswers,
  )
  gauge('foyer_gate_keys', 'Generations of keys that are accepted', observed.acceptedKeys)
  addDatabaseGauges(gauge, observed, now)
  return {
    contentType: registry.contentType,
    text: async () => `${await registry.metrics()}\n${histogramText(counts)}`,
  }
}

function upstreamGauge({ upstreams }: GateCounts) {
  return new Gauge({
    name: 'foyer_gate_upstream_up',
    help: 'Whether the last forwarded request was answered',
    labelNames: ['host'],
    registers: [],
    collect() {
      for (const [host, { isUpstreamUp }] of upstreams) this.set({ host }, Number(isUpstreamUp))
    },
  })
}

function addDatabaseGauges(
  gauge: (name: string, help: string, read: () => number | boolean | undefined) => unknown,
  { databaseState }: Observed,
  now: () => number,
) {
  gauge('foyer_gate_database_up', 'Whether the database answers', () => databaseState()?.isUp)
  gauge('foyer_gate_database_age_seconds', 'Time since the ended sessions were read', () => {
    const readAt = databaseState()?.readAt
    return readAt === undefined ? undefined : now() - readAt
  })
  gauge(
    'foyer_gate_sign_outs_waiting',
    'Sign-outs that are not stored yet',
    () => databaseState()?.waitingSignOuts,
  )
}
