import type { Config } from '@foyer/contract/config'
import type { FastifyInstance } from 'fastify'
import { splitTarget } from '../http/request-target.ts'
import { compress, createStaticFile, sendFile, type StaticFile } from '../http/static-file.ts'
import { createSizedCache } from '../http/sized-cache.ts'
import { createConfigFor } from './config-for.ts'

const cachedBytes = 8_000_000

/** The config document (B1, F1). */
export function addConfigRoute(app: FastifyInstance, config: Config) {
  const configFor = createConfigFor(config)
  const made = createSizedCache<StaticFile>(cachedBytes, ({ plain, compressed }) => {
    return plain.length + (compressed.br?.length ?? 0) + (compressed.gzip?.length ?? 0)
  })

  app.get('/config.json', async (request, reply) => {
    const asked = configFor(splitTarget(request.raw.url).query)
    // The tenants that were found, so that unknown ids and other spellings of a query are no other documents.
    const key = Object.keys(asked.tenants ?? {}).join()
    return sendFile(request, reply, await (made.get(key) ?? made.add(key, makeFile(asked))))
  })
}

async function makeFile(config: Config): Promise<StaticFile> {
  const plain = Buffer.from(JSON.stringify(config))
  return createStaticFile({
    contentType: 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
    plain,
    compressed: await compress(plain),
  })
}
