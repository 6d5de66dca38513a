import {
  confirmationRequestSchema,
  faultsOf,
  registrationRequestSchema,
  type RegistrationAnswer,
} from '@foyer/contract/registration'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { RefusalError } from '../errors.ts'
import { confirm, register, type RegistrationPorts } from './register.ts'

const bodyLimit = 65_536

/** Whole companies share one address. */
const byClient = { name: 'registration-client', max: 60, seconds: 600 }

export interface RegistrationRoutePorts extends RegistrationPorts {
  publicUrl: string
  /** Whom a request is counted for. */
  clientOf: (request: FastifyRequest) => string
}

export function addRegistrationRoutes(app: FastifyInstance, ports: RegistrationRoutePorts) {
  void app.register(async (scope) => {
    // A form of another site can send neither JSON nor what else is left out here.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit },
      scope.getDefaultJsonParser('error', 'error'),
    )
    // Before the body is read.
    scope.addHook('onRequest', async (request) => checkIsOwn(request, ports.publicUrl))
    scope.addHook('preHandler', (request) => ports.limiter.take(byClient, ports.clientOf(request)))

    scope.post('/registration', async (request, reply) => {
      const idempotencyKey = idempotencyKeyOf(request)
      const parsed = v.safeParse(registrationRequestSchema, request.body, { abortPipeEarly: true })
      if (!parsed.success)
        throw new RefusalError('invalid-argument', { fields: faultsOf(parsed.issues) })
      const asked = { body: parsed.output, idempotencyKey, requestId: request.id }
      return answer(reply, await register(asked, ports))
    })

    scope.post('/registration/confirmation', async (request, reply) => {
      const idempotencyKey = idempotencyKeyOf(request)
      const parsed = v.safeParse(confirmationRequestSchema, request.body)
      if (!parsed.success) throw new RefusalError('invalid-argument')
      return answer(reply, await confirm({ body: parsed.output, idempotencyKey }, ports))
    })
  })
}

function answer(reply: FastifyReply, given: RegistrationAnswer) {
  return reply
    .code(given.status === 'created' ? 201 : 202)
    .header('cache-control', 'no-store')
    .send(given)
}

/** Browsers say where a POST comes from; other programs have no visitor's session to abuse. */
function checkIsOwn({ headers }: FastifyRequest, publicUrl: string) {
  const { origin, 'sec-fetch-site': site } = headers
  const isForeign =
    (origin !== undefined && origin !== publicUrl) || (site !== undefined && site !== 'same-origin')
  if (isForeign) throw new RefusalError('permission-denied')
}

function idempotencyKeyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !v.is(v.pipe(v.string(), v.uuid()), key))
    throw new RefusalError('invalid-argument')
  return key
}
