import type { Config } from '@foyer/contract/config'
import type { FastifyInstance } from 'fastify'
import { createStaticFile, sendFile } from '../page/static-file.ts'

export function addConfigRoute(app: FastifyInstance, config: Config) {
  const document = createStaticFile({
    contentType: 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
    plain: Buffer.from(JSON.stringify(config)),
  })
  app.get('/config.json', (request, reply) => sendFile(request, reply, document))
}
