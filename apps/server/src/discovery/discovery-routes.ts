import { companyCodeSchema, companyRequestSchema } from '@foyer/contract/discovery'
import type { FastifyInstance } from 'fastify'
import {
  addPagePosts,
  bodyOf,
  formOf,
  idempotencyKeyOf,
  type PagePostDeps,
} from '../http/page-posts.ts'
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
      const client = deps.clientOf(request)
      const asked = { ...formOf(companyRequestSchema, request), id, client, requestId: request.id }
      const answer = await requestCompany(asked, deps)
      const isQueued = answer.status === 'mail-sent'
      return reply.code(isQueued ? 202 : 200).send(answer)
    })

    scope.post('/company/code', (request) => {
      const entered = { ...bodyOf(companyCodeSchema, request), requestId: request.id }
      return enterCompanyCode(entered, deps)
    })
  })
}
