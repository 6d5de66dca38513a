import {
  confirmationRequestSchema,
  invitationRequestSchema,
  registrationRequestSchema,
  type RegistrationAnswer,
} from '@foyer/contract/registration'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  addPagePosts,
  bodyOf,
  formOf,
  idempotencyKeyOf,
  type PagePostDeps,
} from '../http/page-posts.ts'
import { checkConfirmation, checkInvitation } from './check-link.ts'
import { confirm, register, type RegistrationDeps } from './register.ts'

const limits = {
  bodyLimit: 65_536,
  /** All employees of a company may share one IP address, so this limit is high. */
  byClient: { name: 'registration-client', max: 60, seconds: 600 },
}

/** Its own limit, so that opened links use up no registrations. */
const checkLimits = {
  bodyLimit: 8_192,
  byClient: { name: 'invitation-client', max: 120, seconds: 600 },
}

export type RegistrationRouteDeps = RegistrationDeps & PagePostDeps

export function addRegistrationRoutes(app: FastifyInstance, deps: RegistrationRouteDeps) {
  addPagePosts(app, limits, deps, (scope) => {
    scope.post('/registration', async (request, reply) => {
      const idempotencyKey = idempotencyKeyOf(request)
      const body = formOf(registrationRequestSchema, request)
      const client = deps.clientOf(request)
      const asked = { body, idempotencyKey, client, requestId: request.id }
      return answer(reply, await register(asked, deps))
    })

    scope.post('/registration/confirmation', async (request, reply) => {
      const idempotencyKey = idempotencyKeyOf(request)
      const body = bodyOf(confirmationRequestSchema, request)
      return answer(reply, await confirm({ body, idempotencyKey }, deps))
    })
  })
  addPagePosts(app, checkLimits, deps, (scope) => {
    scope.post('/registration/invitation', async (request) => {
      const { invitation } = bodyOf(invitationRequestSchema, request)
      await checkInvitation(invitation, deps)
      return linkIsOpen
    })

    scope.post('/registration/confirmation/check', async (request) => {
      const { confirmation } = bodyOf(confirmationRequestSchema, request)
      await checkConfirmation(confirmation, deps)
      return linkIsOpen
    })
  })
}

const linkIsOpen = { status: 'open' }

function answer(reply: FastifyReply, given: RegistrationAnswer) {
  return reply.code(given.status === 'created' ? 201 : 202).send(given)
}
