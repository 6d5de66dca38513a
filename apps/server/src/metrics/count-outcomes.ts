import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toServerError } from '../errors/server-error.ts'
import type { Metrics } from './metrics.ts'

/** Counts the outcomes of the requests to the routes in `scope`. */
export function countOutcomes(scope: FastifyInstance, metrics: Metrics) {
  const refused = new WeakMap<FastifyRequest, string>()
  scope.addHook('onError', async (request, _reply, error) => {
    refused.set(request, toServerError(error).code)
  })
  scope.addHook('onResponse', async (request) => {
    metrics.outcome(request.routeOptions.url ?? 'none', refused.get(request) ?? 'done')
  })
}
