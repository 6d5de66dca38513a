import {
  emailLinkEnterSchema,
  emailLinkRequestSchema,
  emailLinkSchema,
  emailLinkUseSchema,
} from '@foyer/contract/email-link'
import { fieldErrorsOf } from '@foyer/contract/registration'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import { addPagePosts, idempotencyKeyOf, type PagePostDeps } from '../http/page-posts.ts'
import { browserName } from './browser-name.ts'
import {
  enterEmailLinkCode,
  pressEmailLink,
  refuseEmailLink,
  requestEmailLink,
  showEmailLinkCode,
  type EmailLinkDeps,
} from './email-link.ts'

const limits = {
  bodyLimit: 8_192,
  /** All employees of a company may share one IP address, so this limit is high. */
  byClient: { name: 'email-link-client', max: 60, seconds: 600 },
}

/** The sign-in method `emailLink`. Opening a link, as mail scanners do, sends none of these requests. */
export function addEmailLinkRoutes(app: FastifyInstance, deps: EmailLinkDeps & PagePostDeps) {
  addPagePosts(app, limits, deps, (scope) => {
    scope.post('/email-link', async (request, reply) => {
      const id = idempotencyKeyOf(request)
      const parsed = v.safeParse(emailLinkRequestSchema, request.body, { abortPipeEarly: true })
      if (!parsed.success)
        throw new ServerError('invalid-argument', { fields: fieldErrorsOf(parsed.issues) })
      const { tid = null, ...asked } = parsed.output
      const origin = {
        at: Math.floor(Date.now() / 1000),
        browser: browserName(request.headers['user-agent']),
        network: deps.clientOf(request),
      }
      await requestEmailLink({ ...asked, tid, id, origin }, request.id, deps)
      return reply.code(202).header('cache-control', 'no-store').send({ status: 'mail-sent' })
    })

    const pressOf = (request: FastifyRequest) => ({
      idempotencyKey: idempotencyKeyOf(request),
      requestId: request.id,
    })

    scope.post('/email-link/use', async (request, reply) => {
      const press = pressOf(request)
      const answer = await pressEmailLink(parse(emailLinkUseSchema, request.body), press, deps)
      return reply.header('cache-control', 'no-store').send(answer)
    })

    scope.post('/email-link/enter', async (request, reply) => {
      const press = pressOf(request)
      const { tid = null, ...entered } = parse(emailLinkEnterSchema, request.body)
      const answer = await enterEmailLinkCode({ ...entered, tid }, press, deps)
      return reply.header('cache-control', 'no-store').send(answer)
    })

    scope.post('/email-link/code', async (request, reply) => {
      const { link } = parse(emailLinkSchema, request.body)
      const code = await showEmailLinkCode(link, request.id, deps)
      return reply.header('cache-control', 'no-store').send({ code })
    })

    scope.post('/email-link/refuse', async (request, reply) => {
      const { link } = parse(emailLinkSchema, request.body)
      await refuseEmailLink(link, request.id, deps)
      return reply.header('cache-control', 'no-store').send({ status: 'refused' })
    })
  })
}

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) throw new ServerError('invalid-argument')
  return parsed.output
}
