import type { Config } from '@foyer/contract/config'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import { splitTarget } from '../http/request-target.ts'
import {
  chooseEncoding,
  compress,
  compressAs,
  createStaticFile,
  sendFile,
  type StaticFile,
} from '../http/static-file.ts'
import { createSizedCache } from '../http/sized-cache.ts'
import { createConfigFor, tidsIn, type ConfigFor } from './config-for.ts'

const cachedBytes = 8_000_000

/** Enough for the ids of 15,000 tenants. */
const bodyLimit = 500_000
const tidsSchema = v.array(v.string())

/** The config document (B1, F1). The tenants are in the query, or, if they are too many for a URL, in the body. */
export function addConfigRoute(app: FastifyInstance, config: Config) {
  const configFor = createConfigFor(config)
  addConfigForFew(app, configFor)
  addConfigForMany(app, configFor)
}

function addConfigForFew(app: FastifyInstance, configFor: ConfigFor) {
  const made = createSizedCache<StaticFile>(cachedBytes, ({ plain, compressed }) => {
    return plain.length + (compressed.br?.length ?? 0) + (compressed.gzip?.length ?? 0)
  })

  app.get('/config.json', async (request, reply) => {
    const asked = configFor(tidsIn(splitTarget(request.raw.url).query))
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

/** No cache: hardly two users have the same list. */
function addConfigForMany(app: FastifyInstance, configFor: ConfigFor) {
  app.post('/config.json', { bodyLimit }, async (request, reply) => {
    const parsed = v.safeParse(tidsSchema, request.body)
    if (!parsed.success) throw new ServerError('invalid-argument')
    const plain = Buffer.from(JSON.stringify(configFor(parsed.output)))
    const encoding = chooseEncoding(request.headers)
    const compressed = encoding && { [encoding]: await compressAs(encoding, plain) }
    const file = createStaticFile({
      contentType: 'application/json; charset=utf-8',
      cacheControl: 'no-store',
      plain,
      ...(compressed && { compressed }),
    })
    return sendFile(request, reply, file)
  })
}
