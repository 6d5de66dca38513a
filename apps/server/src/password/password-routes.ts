import {
  firstPasswordSchema,
  newPasswordSchema,
  passwordLinkRequestSchema,
  passwordRulesRequestSchema,
} from '@foyer/contract/password'
import type { FastifyInstance } from 'fastify'
import {
  addPagePosts,
  bodyOf,
  formOf,
  idempotencyKeyOf,
  type PagePostDeps,
} from '../http/page-posts.ts'
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
    scope.post('/password/link', async (request, reply) => {
      const id = idempotencyKeyOf(request)
      const { email, tid = null, language } = formOf(passwordLinkRequestSchema, request)
      const client = deps.clientOf(request)
      await requestPasswordLink({ email, tid, language, id, client, requestId: request.id }, deps)
      return reply.code(202).send({ status: 'mail-sent' })
    })

    scope.post('/password/first', async (request) => {
      const { idToken } = bodyOf(firstPasswordSchema, request)
      return { link: await firstPasswordLink({ idToken }, deps) }
    })

    scope.post('/password/rules', (request) =>
      rulesForLink(bodyOf(passwordRulesRequestSchema, request).link, deps),
    )

    scope.post('/password', (request) => {
      const idempotencyKey = idempotencyKeyOf(request)
      const chosen = bodyOf(newPasswordSchema, request)
      return setNewPassword({ ...chosen, idempotencyKey, requestId: request.id }, deps)
    })
  })
}
