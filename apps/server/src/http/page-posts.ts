import { fieldErrorsOf } from '@foyer/contract/registration'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import { takeRequest } from '../limits/client-limit.ts'
import type { Limit, Limiter } from '../limits/limiter.ts'

export interface PagePostDeps {
  publicUrl: string
  limiter: Limiter
  /** The key under which the limits count a request. */
  clientOf: (request: FastifyRequest) => string
}

interface Limits {
  bodyLimit: number
  /** Null if the routes have limits of their own. */
  byClient: Limit | null
}

/**
 * Adds routes for JSON requests of our own page. All other requests are refused before their body is read. No response
 * may be cached.
 */
export function addPagePosts(
  app: FastifyInstance,
  { bodyLimit, byClient }: Limits,
  { publicUrl, limiter, clientOf }: PagePostDeps,
  addRoutes: (scope: FastifyInstance) => void,
) {
  void app.register(async (scope) => {
    // A form on another site can send these content types, so they are not accepted: only JSON is.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit },
      scope.getDefaultJsonParser('error', 'error'),
    )
    // Before the body is read.
    scope.addHook('onRequest', async (request) => checkIsOwn(request, publicUrl))
    if (byClient !== null)
      scope.addHook('preHandler', (request) => takeRequest(limiter, byClient, clientOf(request)))
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    addRoutes(scope)
  })
}

/** The body of a request. If it does not match, our own page is wrong, and the user can change nothing. */
export function bodyOf<Schema extends v.GenericSchema>(
  schema: Schema,
  { body }: FastifyRequest,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) throw new ServerError('invalid-argument')
  return parsed.output
}

/** What the user has entered in a form. The error names the fields that are wrong. */
export function formOf<Schema extends v.GenericSchema>(
  schema: Schema,
  { body }: FastifyRequest,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body, { abortPipeEarly: true })
  if (!parsed.success)
    throw new ServerError('invalid-argument', { fields: fieldErrorsOf(parsed.issues) })
  return parsed.output
}

/** The page creates one key per submission and sends it again with every retry. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !v.is(v.pipe(v.string(), v.uuid()), key))
    throw new ServerError('invalid-argument')
  return key
}

/** Browsers send the origin of a POST. Other clients have no cookies of a user that could be abused. */
function checkIsOwn({ headers }: FastifyRequest, publicUrl: string) {
  const { origin, 'sec-fetch-site': site } = headers
  const isForeign =
    (origin !== undefined && origin !== publicUrl) || (site !== undefined && site !== 'same-origin')
  if (isForeign) throw new ServerError('permission-denied')
}
