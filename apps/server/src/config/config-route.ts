import type { Config } from '@foyer/contract/config'
import type { FastifyInstance } from 'fastify'
import { splitTarget } from '../http/request-target.ts'
import { createStaticFile, sendFile } from '../http/static-file.ts'
import { configFor } from './config-for.ts'

/** The config document (B1, F1). */
export function addConfigRoute(app: FastifyInstance, config: Config) {
  app.get('/config.json', (request, reply) => {
    const { query } = splitTarget(request.raw.url)
    const file = createStaticFile({
      contentType: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
      plain: Buffer.from(JSON.stringify(configFor(query, config))),
    })
    return sendFile(request, reply, file)
  })
}
