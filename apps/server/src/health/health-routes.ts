import type { FastifyInstance } from 'fastify'
import { ServerError } from '../errors/server-error.ts'
import type { Draining } from '../stopping/end-connections.ts'

/**
 * `/healthz`: the process is alive; a restart would not help. `/readyz`: the page can be served; its settings
 * and files are in memory, so no other system can make it unready. `/readyz/accounts`: the account service is
 * ready too. It is a separate URL, because the page works without a database: a load balancer that checked
 * the database would take the page away from all users. `checkAccounts` rejects if the database is
 * unavailable, and is null without an account service. While the process drains, `/readyz` is 503, and while it closes,
 * every response is.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  checkAccounts: (() => Promise<void>) | null,
  draining: Draining,
) {
  app.get('/healthz', (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'alive' })
  })
  app.get('/readyz', (_request, reply) => {
    if (draining.hasBegun) throw new ServerError('unavailable')
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
  app.get('/readyz/accounts', async (_request, reply) => {
    if (checkAccounts === null) throw new ServerError('not-found')
    await checkAccounts()
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}
