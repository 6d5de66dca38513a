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
  type Encoding,
  type StaticFile,
} from '../http/static-file.ts'
import { createSizedCache } from '../http/sized-cache.ts'
import { createWorkQueue } from '../http/work-queue.ts'
import { createConfigFor, tidsIn, type ConfigFor } from './config-for.ts'

const cachedBytes = 8_000_000

/** Enough for the ids of 15,000 tenants. */
const bodyLimit = 500_000
const madeAtOnce = 2
/** They wait a few seconds at most. */
const maxWaiting = 50
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
    const key = [asked.selfRegistration, ...Object.keys(asked.tenants ?? {})].join()
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

/**
 * No cache: hardly two users have the same list. Thousands of tenants take a tenth of a second to compress, and anyone can
 * ask for them, so only a few are made at once.
 */
function addConfigForMany(app: FastifyInstance, configFor: ConfigFor) {
  const work = createWorkQueue(madeAtOnce, maxWaiting)

  async function make(tids: string[], encoding: Encoding | null) {
    const plain = Buffer.from(JSON.stringify(configFor(tids)))
    const compressed = encoding && { [encoding]: await compressAs(encoding, plain) }
    return createStaticFile({
      contentType: 'application/json; charset=utf-8',
      cacheControl: 'no-store',
      plain,
      ...(compressed && { compressed }),
    })
  }

  app.post('/config.json', { bodyLimit }, async (request, reply) => {
    const parsed = v.safeParse(tidsSchema, request.body)
    if (!parsed.success) throw new ServerError('invalid-argument')
    const making = work.run(() => make(parsed.output, chooseEncoding(request.headers)))
    if (making === null) throw new ServerError('unavailable')
    return sendFile(request, reply, await making)
  })
}
