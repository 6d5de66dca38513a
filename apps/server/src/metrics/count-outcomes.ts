import type { FastifyInstance, FastifyRequest } from 'fastify'
import { codeOf } from '../errors.ts'
import type { Metrics } from './metrics.ts'

/** Counts what becomes of the requests to the routes that are added to `scope`. */
export function countOutcomes(scope: FastifyInstance, metrics: Metrics) {
  const refused = new WeakMap<FastifyRequest, string>()
  scope.addHook('onError', async (request, _reply, error) => {
    refused.set(request, codeOf(error))
  })
  scope.addHook('onResponse', async (request) => {
    metrics.outcome(request.routeOptions.url ?? 'none', refused.get(request) ?? 'done')
  })
}
