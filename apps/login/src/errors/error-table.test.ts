import { errorStatuses } from '@foyer/contract/account-service'
import type { Refusal as EngineRefusal } from '@foyer/iap-sign-in'
import { describe, expect, it } from 'vitest'
import english from '@foyer/messages/en/errors.json'
import { codeOfStatus } from '@foyer/iap-sign-in'
import { explainedCodes, meaningOf } from './error-table.ts'
import { unexplainedCodes } from './unexplained-codes.ts'

const decided = new Set([...explainedCodes(), ...unexplainedCodes])

/** The compiler reports a refusal of the engine that is missing here. */
const engineRefusals: Record<EngineRefusal, true> = {
  'invalid-handler': true,
  'invalid-api-key': true,
  'api-key-refused': true,
  'invalid-mode': true,
  'invalid-request': true,
  'invalid-url': true,
  'invalid-project': true,
  'api-key-mismatch': true,
  'mismatching-project-numbers': true,
  'mismatching-tenant': true,
  'unauthorized-domain': true,
  'cross-origin-frame': true,
  'no-tenants': true,
  'invalid-response': true,
}

/** Codes of the proxy, from the texts of its cookie call and the status of its exchange. */
const proxyCodes = [
  'authentication-uri-fail',
  'gcip-token-invalid',
  'resource-missing-gcip-sign-in-url',
  'gcip-redirect-invalid',
  'get-project-mapping-fail',
  'gcip-id-token-encryption-error',
  'gcip-id-token-decryption-error',
  'gcip-id-token-unescape-error',
  'restart-process',
  'failed-precondition',
  'claims-too-large',
]

const statuses = [400, 401, 403, 404, 409, 429, 499, 500, 501, 503, 504]

describe('error keys', () => {
  it.each([
    ['too-many-requests', 'TOO_MANY_REQUESTS'],
    ['invalid-phone-number', 'INVALID_PHONE_NUMBER_ERROR'],
    ['admin-restricted-operation', 'ADMIN_RESTRICTED_OPERATION'],
    ['user-disabled', 'USER_DISABLED'],
    ['invalid-credential', 'INVALID_CREDENTIAL'],
    ['invalid-verification-code', 'INVALID_VERIFICATION_CODE'],
    ['missing-client-identifier', 'MISSING_CLIENT_IDENTIFIER'],
    ['never-heard-of', 'UNKNOWN_ERROR'],
  ])('the code auth/%s has the error key %s (G1)', (code, key) => {
    expect(meaningOf(`auth/${code}`).key).toBe(key)
  })

  it.each(['toString', '__proto__', 'constructor', ''])('the code %j is unknown', (code) => {
    expect(meaningOf(code)).toEqual({ key: 'UNKNOWN_ERROR', action: 'retry' })
  })
})

describe('codes of the engine and the servers', () => {
  it.each([
    ...Object.keys(engineRefusals),
    ...Object.keys(errorStatuses),
    ...proxyCodes,
    ...statuses.map((status) => codeOfStatus(status) ?? `nothing for ${status}`),
  ])('the code %s is listed, with a message or as unexplained', (code) => {
    expect(decided).toContain(code)
  })

  it('each code is listed once', () => {
    expect(decided.size).toBe(explainedCodes().length + unexplainedCodes.length)
  })
})

it.each(explainedCodes())('the code %s has a message, which shows no code (G4b)', (code) => {
  const message = english[meaningOf(code).key]
  expect(message).toMatch(/^[A-Z].*[a-z.?!]$/)
  expect(message).not.toMatch(/auth|[a-z]-[a-z]+-[a-z]/)
})

/** All other failures need help from the operator, or another request. */
it.each([
  'aborted',
  'resource-exhausted',
  'cancelled',
  'unknown',
  'deadline-exceeded',
  'unavailable',
  'auth/timeout',
  'auth/too-many-requests',
  'auth/quota-exceeded',
  'auth/network-request-failed',
])('the code %s offers a retry (G5a)', (code) => {
  expect(meaningOf(code).action).toBe('retry')
})
