import type { FastifyInstance } from 'fastify'
import { ServerError } from '../errors/server-error.ts'

/**
 * `/healthz`: the process answers, and restarting it would help nobody. `/readyz`: it may be sent
 * requests; settings and page are read before the first answer and kept in memory, so nothing outside can
 * take the page away. `/readyz/accounts`: the account service works too; `checkAccounts` fails when its
 * database is not there, and is null where there is no account service. It is apart, because a load
 * balancer that asked it would take the page, which works without a database, away from everybody.
 * While the process closes, every answer is 503.
 */
export function addHealthRoutes(app: FastifyInstance, checkAccounts: (() => Promise<void>) | null) {
  app.get('/healthz', (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'alive' })
  })
  app.get('/readyz', (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
  app.get('/readyz/accounts', async (_request, reply) => {
    if (checkAccounts === null) throw new ServerError('not-found')
    await checkAccounts()
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}
