import {
  firstPasswordSchema,
  newPasswordSchema,
  passwordLinkRequestSchema,
  passwordRulesRequestSchema,
} from '@foyer/contract/password'
import { fieldErrorsOf } from '@foyer/contract/registration'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import { addPagePosts, idempotencyKeyOf, type PagePostDeps } from '../http/page-posts.ts'
import { rulesForLink, setNewPassword, type NewPasswordDeps } from './new-password.ts'
import { firstPasswordLink, requestPasswordLink, type PasswordLinkDeps } from './password-link.ts'

const limits = {
  bodyLimit: 32_768,
  /** All employees of a company may share one IP address, so this limit is high. */
  byClient: { name: 'password-client', max: 120, seconds: 600 },
}

export type PasswordRouteDeps = PasswordLinkDeps & NewPasswordDeps & PagePostDeps

/** Only a press of the page's button uses a link, because mail scanners open links with GET. */
export function addPasswordRoutes(app: FastifyInstance, deps: PasswordRouteDeps) {
  addPagePosts(app, limits, deps, (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    scope.post('/password/link', async (request, reply) => {
      const id = idempotencyKeyOf(request)
      const parsed = v.safeParse(passwordLinkRequestSchema, request.body, { abortPipeEarly: true })
      if (!parsed.success)
        throw new ServerError('invalid-argument', { fields: fieldErrorsOf(parsed.issues) })
      const { email, tid = null, language } = parsed.output
      await requestPasswordLink({ email, tid, language, id, requestId: request.id }, deps)
      return reply.code(202).send({ status: 'mail-sent' })
    })

    scope.post('/password/first', async ({ body }) => {
      const { idToken } = parse(firstPasswordSchema, body)
      return { link: await firstPasswordLink({ idToken }, deps) }
    })

    scope.post('/password/rules', ({ body }) =>
      rulesForLink(parse(passwordRulesRequestSchema, body).link, deps),
    )

    scope.post('/password', (request) => {
      const idempotencyKey = idempotencyKeyOf(request)
      const chosen = parse(newPasswordSchema, request.body)
      return setNewPassword({ ...chosen, idempotencyKey, requestId: request.id }, deps)
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
