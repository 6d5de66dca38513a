import type { GateErrorCode } from '../errors/gate-error.ts'

/**
 * `exchange`: an ID token became a redirect token. `sign-in`: a browser got its session. `open`: a signed-in user may not
 * open a path.
 */
export type AuditedAction = 'exchange' | 'sign-in' | 'sign-out' | 'open'
export type AuditedOutcome = 'done' | GateErrorCode

/** Seconds. */
export const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30] as const
/** `checked`: a reverse proxy has asked whether it may pass. */
export type RequestKind = 'forwarded' | 'own' | 'checked'
/** The class of the status, or what happened instead of a complete response. */
export type RequestOutcome = '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'aborted'

export interface DurationCounts {
  /** One for each bucket, and one for what took longer. Not cumulative. */
  buckets: number[]
  seconds: number
}

export interface UpstreamCounts {
  /** Whether the last forwarded request was answered. */
  isUpstreamUp: boolean
}

/** Plain numbers, which are cheap to change at each request. They are read when somebody asks for the metrics. */
export interface GateCounts {
  requests: Map<`${RequestKind} ${RequestOutcome}`, DurationCounts>
  failures: Map<GateErrorCode, number>
  audited: Map<`${AuditedAction} ${AuditedOutcome}`, number>
  /** By the public host of each application that the gate forwards to. */
  upstreams: Map<string, UpstreamCounts>
  keySet: { fetchedAt: number | undefined; failures: number }
}

export function createGateCounts(): GateCounts {
  return {
    requests: new Map(),
    failures: new Map(),
    audited: new Map(),
    upstreams: new Map(),
    keySet: { fetchedAt: undefined, failures: 0 },
  }
}

/** The counts of one application. */
export function upstreamCounts({ upstreams }: GateCounts, host: string): UpstreamCounts {
  const own = upstreams.get(host) ?? { isUpstreamUp: true }
  upstreams.set(host, own)
  return own
}

export function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

export function countRequest(
  { requests }: GateCounts,
  kind: RequestKind,
  outcome: RequestOutcome,
  seconds: number,
): void {
  const key = `${kind} ${outcome}` as const
  const known = requests.get(key)
  const counts = known ?? {
    buckets: Array.from({ length: durationBuckets.length + 1 }, () => 0),
    seconds: 0,
  }
  if (!known) requests.set(key, counts)
  let bucket = 0
  while (seconds > (durationBuckets[bucket] ?? Infinity)) bucket += 1
  counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1
  counts.seconds += seconds
}

const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const

export function outcomeOf(status: number, isComplete: boolean): RequestOutcome {
  return isComplete ? (classes[Math.floor(status / 100) - 1] ?? '5xx') : 'aborted'
}
