import { createOutageLog } from '@foyer/node/outage-log'
import { inSpan, startRequest } from '@foyer/tracing/spans'
import { startTracing } from '@foyer/tracing/start-tracing'
import type { Logger } from 'pino'
import type { GateStore } from '../data/gate-store.ts'
import * as ownPaths from '../request/own-paths.ts'
import { pathOf } from '../request/request-head.ts'
import { tracedUpstream } from './traced-upstream.ts'
import type { Tracing } from './tracing.ts'

export function startGateTracing(log: Logger): Tracing {
  const collector = createOutageLog(log, 'the trace collector', { level: 'warn' })
  const stop = startTracing('foyer-gate', collector)
  return {
    request: traceRequest,
    upstream: tracedUpstream,
    store: tracedStore,
    fetch: traced,
    stop,
  }
}

/** Any other path could contain a token or a name. */
const routes = new Set<string>(Object.values(ownPaths))

const traceRequest: Tracing['request'] = (req, res, work) => {
  const path = pathOf(req)
  if (path === ownPaths.healthPath) return work()
  const span = startRequest(req.method ?? '', req.headers)
  // For the lines of the log about this request.
  req.headers['traceparent'] = span.traceParent
  res.on('close', () => {
    const route = routes.has(path) ? path : undefined
    span.end({ status: res.statusCode, route, isAborted: !res.writableFinished })
  })
  span.run(work)
}

const tracedStore: Tracing['store'] = (store) => {
  const call = <T>(name: string, work: () => Promise<T>) => inSpan(`store ${name}`, {}, work)
  const changed: Pick<GateStore, 'spend' | 'isSpent' | 'endSession'> = {
    spend: (id, expiresAt) => call('spend', () => store.spend(id, expiresAt)),
    isSpent: (id) => call('is spent', () => store.isSpent(id)),
    endSession: (id, expiresAt) => call('end session', () => store.endSession(id, expiresAt)),
  }
  return { ...store, ...changed }
}

/** The gate itself fetches only the keys of ID tokens. */
const traced: Tracing['fetch'] = (given) => (input, init) => {
  const { host } = new URL(input instanceof Request ? input.url : input)
  return inSpan('identity service keys', { 'server.address': host }, () => given(input, init))
}
