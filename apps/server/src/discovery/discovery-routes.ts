import { companyCodeSchema, companyRequestSchema } from '@foyer/contract/discovery'
import { fieldErrorsOf } from '@foyer/contract/registration'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import { addPagePosts, idempotencyKeyOf, type PagePostDeps } from '../http/page-posts.ts'
import { enterCompanyCode, requestCompany, type FindCompanyDeps } from './find-company.ts'

const limits = {
  bodyLimit: 8_192,
  /** All employees of a company may share one IP address, so this limit is high. */
  byClient: { name: 'company-client', max: 60, seconds: 600 },
}

/** Finds the company of a user by the work email, for deployments that do not list their companies. */
export function addDiscoveryRoutes(app: FastifyInstance, deps: FindCompanyDeps & PagePostDeps) {
  addPagePosts(app, limits, deps, (scope) => {
    scope.post('/company', async (request, reply) => {
      const id = idempotencyKeyOf(request)
      const parsed = v.safeParse(companyRequestSchema, request.body, { abortPipeEarly: true })
      if (!parsed.success)
        throw new ServerError('invalid-argument', { fields: fieldErrorsOf(parsed.issues) })
      const answer = await requestCompany({ ...parsed.output, id, requestId: request.id }, deps)
      const isQueued = answer.status === 'mail-sent'
      return reply
        .code(isQueued ? 202 : 200)
        .header('cache-control', 'no-store')
        .send(answer)
    })

    scope.post('/company/code', async (request, reply) => {
      const parsed = v.safeParse(companyCodeSchema, request.body)
      if (!parsed.success) throw new ServerError('invalid-argument')
      const answer = await enterCompanyCode({ ...parsed.output, requestId: request.id }, deps)
      return reply.header('cache-control', 'no-store').send(answer)
    })
  })
}
