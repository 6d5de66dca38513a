import { signInLinkRequestSchema, signInLinkUseSchema } from '@foyer/contract/sign-in-link'
import type { FastifyInstance } from 'fastify'
import {
  addPagePosts,
  bodyOf,
  formOf,
  idempotencyKeyOf,
  type PagePostDeps,
} from '../http/page-posts.ts'
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
      const { email, tid = null, language } = formOf(signInLinkRequestSchema, request)
      const client = deps.clientOf(request)
      await requestSignInLink({ email, tid, language, id, client, requestId: request.id }, deps)
      return reply.code(202).send({ status: 'mail-sent' })
    })

    scope.post('/sign-in-link/use', async (request) => {
      const idempotencyKey = idempotencyKeyOf(request)
      const { link } = bodyOf(signInLinkUseSchema, request)
      const press = { link, idempotencyKey, requestId: request.id }
      return { token: await redeemSignInLink(press, deps) }
    })
  })
}
