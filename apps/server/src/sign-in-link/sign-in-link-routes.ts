import { fieldErrorsOf } from '@foyer/contract/registration'
import { signInLinkRequestSchema, signInLinkUseSchema } from '@foyer/contract/sign-in-link'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import { addPagePosts, idempotencyKeyOf, type PagePostDeps } from '../http/page-posts.ts'
import { requestSignInLink, redeemSignInLink, type SignInLinkDeps } from './sign-in-link.ts'

const limits = {
  bodyLimit: 8_192,
  /** All employees of a company may share one IP address, so this limit is high. */
  byClient: { name: 'sign-in-link-client', max: 60, seconds: 600 },
}

/** Only a press of the page's button uses a link, because mail scanners open links with GET. */
export function addSignInLinkRoutes(app: FastifyInstance, deps: SignInLinkDeps & PagePostDeps) {
  addPagePosts(app, limits, deps, (scope) => {
    scope.post('/sign-in-link', async (request, reply) => {
      const id = idempotencyKeyOf(request)
      const parsed = v.safeParse(signInLinkRequestSchema, request.body, { abortPipeEarly: true })
      if (!parsed.success)
        throw new ServerError('invalid-argument', { fields: fieldErrorsOf(parsed.issues) })
      const { email, tid = null, language } = parsed.output
      await requestSignInLink({ email, tid, language, id, requestId: request.id }, deps)
      return reply.code(202).header('cache-control', 'no-store').send({ status: 'mail-sent' })
    })

    scope.post('/sign-in-link/use', async (request, reply) => {
      const idempotencyKey = idempotencyKeyOf(request)
      const parsed = v.safeParse(signInLinkUseSchema, request.body)
      if (!parsed.success) throw new ServerError('invalid-argument')
      const { link } = parsed.output
      const token = await redeemSignInLink({ link, idempotencyKey, requestId: request.id }, deps)
      return reply.header('cache-control', 'no-store').send({ token })
    })
  })
}
