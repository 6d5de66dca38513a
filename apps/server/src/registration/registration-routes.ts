import {
  confirmationRequestSchema,
  fieldErrorsOf,
  invitationRequestSchema,
  registrationRequestSchema,
  type RegistrationAnswer,
} from '@foyer/contract/registration'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import { addPagePosts, idempotencyKeyOf, type PagePostDeps } from '../http/page-posts.ts'
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
      const parsed = v.safeParse(registrationRequestSchema, request.body, { abortPipeEarly: true })
      if (!parsed.success)
        throw new ServerError('invalid-argument', { fields: fieldErrorsOf(parsed.issues) })
      const asked = { body: parsed.output, idempotencyKey, requestId: request.id }
      return answer(reply, await register(asked, deps))
    })

    scope.post('/registration/confirmation', async (request, reply) => {
      const idempotencyKey = idempotencyKeyOf(request)
      const parsed = v.safeParse(confirmationRequestSchema, request.body)
      if (!parsed.success) throw new ServerError('invalid-argument')
      return answer(reply, await confirm({ body: parsed.output, idempotencyKey }, deps))
    })
  })
  addPagePosts(app, checkLimits, deps, (scope) => {
    scope.post('/registration/invitation', async (request, reply) => {
      const parsed = v.safeParse(invitationRequestSchema, request.body)
      if (!parsed.success) throw new ServerError('invalid-argument')
      await checkInvitation(parsed.output.invitation, deps)
      return linkIsOpen(reply)
    })

    scope.post('/registration/confirmation/check', async (request, reply) => {
      const parsed = v.safeParse(confirmationRequestSchema, request.body)
      if (!parsed.success) throw new ServerError('invalid-argument')
      await checkConfirmation(parsed.output.confirmation, deps)
      return linkIsOpen(reply)
    })
  })
}

function linkIsOpen(reply: FastifyReply) {
  return reply.header('cache-control', 'no-store').send({ status: 'open' })
}

function answer(reply: FastifyReply, given: RegistrationAnswer) {
  return reply
    .code(given.status === 'created' ? 201 : 202)
    .header('cache-control', 'no-store')
    .send(given)
}
