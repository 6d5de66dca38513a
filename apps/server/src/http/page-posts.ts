import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import type { Limit, Limiter } from '../limits/limiter.ts'

export interface PagePostPorts {
  publicUrl: string
  limiter: Limiter
  /** Whom a request is counted for. */
  clientOf: (request: FastifyRequest) => string
}

interface Limits {
  bodyLimit: number
  byClient: Limit
}

/** Routes for JSON that our own page sends. Everything else is refused before its body is read. */
export function addPagePosts(
  app: FastifyInstance,
  { bodyLimit, byClient }: Limits,
  { publicUrl, limiter, clientOf }: PagePostPorts,
  addRoutes: (scope: FastifyInstance) => void,
) {
  void app.register(async (scope) => {
    // A form of another site can send neither JSON nor what else is left out here.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit },
      scope.getDefaultJsonParser('error', 'error'),
    )
    // Before the body is read.
    scope.addHook('onRequest', async (request) => checkIsOwn(request, publicUrl))
    scope.addHook('preHandler', (request) => limiter.take(byClient, clientOf(request)))
    addRoutes(scope)
  })
}

/** Made by the page, one for what it sends however often it has to be sent. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !v.is(v.pipe(v.string(), v.uuid()), key))
    throw new ServerError('invalid-argument')
  return key
}

/** Browsers say where a POST comes from; other programs have no user's session to abuse. */
function checkIsOwn({ headers }: FastifyRequest, publicUrl: string) {
  const { origin, 'sec-fetch-site': site } = headers
  const isForeign =
    (origin !== undefined && origin !== publicUrl) || (site !== undefined && site !== 'same-origin')
  if (isForeign) throw new ServerError('permission-denied')
}
