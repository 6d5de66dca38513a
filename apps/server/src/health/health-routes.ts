import type { FastifyInstance } from 'fastify'

/**
 * `/healthz`: the process answers. `/readyz`: it may be sent visitors. Settings and page are read before
 * the first answer and kept in memory, so a process that answers is ready until it closes; then every
 * answer is 503.
 */
export function addHealthRoutes(app: FastifyInstance) {
  app.get('/healthz', (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'alive' })
  })
  app.get('/readyz', (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}
