import {
  emailLinkEnterSchema,
  emailLinkRequestSchema,
  emailLinkSchema,
  emailLinkUseSchema,
  linkOrigin,
} from '@foyer/contract/email-link'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import {
  addPagePosts,
  bodyOf,
  formOf,
  idempotencyKeyOf,
  type PagePostDeps,
} from '../http/page-posts.ts'
import { browserName } from './browser-name.ts'
import {
  enterEmailLinkCode,
  pressEmailLink,
  requestEmailLink,
  showEmailLinkCode,
  type EmailLinkDeps,
} from './email-link.ts'
import { refuseEmailLink, type RefusalDeps } from './refuse-email-link.ts'

const limits = {
  bodyLimit: 8_192,
  /** All employees of a company may share one IP address, so this limit is high. */
  byClient: { name: 'email-link-client', max: 60, seconds: 600 },
}

/** The sign-in method `emailLink`. Opening a link, as mail scanners do, sends none of these requests. */
export function addEmailLinkRoutes(
  app: FastifyInstance,
  deps: EmailLinkDeps & RefusalDeps & PagePostDeps,
) {
  addPagePosts(app, limits, deps, (scope) => {
    scope.post('/email-link', async (request, reply) => {
      const id = idempotencyKeyOf(request)
      const { tid = null, ...asked } = formOf(emailLinkRequestSchema, request)
      const client = deps.clientOf(request)
      const origin = {
        at: Math.floor(Date.now() / 1000),
        browser: browserName(request.headers['user-agent']),
        // A connection that was closed meanwhile has none.
        network: v.is(linkOrigin.entries.network, client) ? client : '',
      }
      await requestEmailLink({ ...asked, tid, id, origin, client }, request.id, deps)
      return reply.code(202).send({ status: 'mail-sent' })
    })

    const pressOf = (request: FastifyRequest) => ({
      idempotencyKey: idempotencyKeyOf(request),
      requestId: request.id,
    })

    scope.post('/email-link/use', (request) => {
      const press = pressOf(request)
      return pressEmailLink(bodyOf(emailLinkUseSchema, request), press, deps)
    })

    scope.post('/email-link/enter', (request) => {
      const press = pressOf(request)
      const { tid = null, ...entered } = bodyOf(emailLinkEnterSchema, request)
      return enterEmailLinkCode({ ...entered, tid }, press, deps)
    })

    scope.post('/email-link/code', async (request) => {
      const { link } = bodyOf(emailLinkSchema, request)
      return { code: await showEmailLinkCode(link, request.id, deps) }
    })
  })
  // Requests of others in the same network must not count here.
  addPagePosts(app, { ...limits, byClient: null }, deps, (scope) => {
    scope.post('/email-link/refuse', (request) => {
      const { link } = bodyOf(emailLinkSchema, request)
      return refuseEmailLink(link, request.id, deps)
    })
  })
}
