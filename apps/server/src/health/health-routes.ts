import type { FastifyInstance } from 'fastify'

/**
 * `/healthz`: the process answers, and restarting it would help nobody. `/readyz`: it may be sent
 * visitors; `check` fails when what it needs is not there. Settings and page are read before the first
 * answer and kept in memory. While the process closes, every answer is 503.
 */
export function addHealthRoutes(app: FastifyInstance, check: () => Promise<void>) {
  app.get('/healthz', (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'alive' })
  })
  app.get('/readyz', async (_request, reply) => {
    await check()
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}
