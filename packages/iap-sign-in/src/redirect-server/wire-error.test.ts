import { describe, expect, it } from 'vitest'
import { cookieError, lookupError, redirectServerError } from './wire-error.ts'

const answer = (status: number, body: unknown) => ({ ok: false, status, body })

describe('an error without a code', () => {
  it.each([
    [400, 'invalid-argument'],
    [401, 'unauthenticated'],
    [403, 'permission-denied'],
    [404, 'not-found'],
    [409, 'aborted'],
    [429, 'resource-exhausted'],
    [499, 'cancelled'],
    [500, 'internal'],
    [501, 'not-implemented'],
    [503, 'unavailable'],
    [504, 'deadline-exceeded'],
    [405, 'unknown'],
    [418, 'unknown'],
    [502, 'unknown'],
  ])('without an error in its body, the HTTP status %i has the code %s (G6)', (status, code) => {
    for (const error of [lookupError, redirectServerError, cookieError]) {
      expect(error(answer(status, '<html>'))).toMatchObject({
        code,
        httpErrorCode: status,
        message: `The server answered ${status}: ${code}.`,
      })
    }
  })
})

describe('the project lookup', () => {
  it.each([
    [{ message: 'INVALID_KEY : The key is bad' }, 'invalid-key', 'The key is bad'],
    [{ message: 'RATE_LIMIT' }, 'rate-limit', 'The server answered 400: rate-limit.'],
    [{ message: 'Slow down', status: 'RESOURCE_EXHAUSTED' }, 'resource-exhausted', 'Slow down'],
    [{ message: 'Something else went wrong' }, 'invalid-argument', 'Something else went wrong'],
    [{ message: 7 }, 'invalid-argument', 'The server answered 400: invalid-argument.'],
  ])('the error %j of the project lookup has the code %s', (error, code, message) => {
    expect(lookupError(answer(400, { error }))).toMatchObject({ code, message })
  })

  it.each([
    { message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' },
    { message: 'Bad', status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] },
    { message: 'Bad Request', errors: [{ reason: 'keyInvalid' }] },
    { message: 'Bad', details: [{ reason: 'OTHER' }, { reason: 'API_KEY_INVALID' }] },
  ])('the error %j of the project lookup means that the key is refused', (error) => {
    expect(lookupError(answer(400, { error })).refusal).toBe('api-key-refused')
  })

  it('not every bad request to the project lookup means that the key is refused', () => {
    const error = {
      message: 'Bad',
      status: 'INVALID_ARGUMENT',
      details: [null, { reason: 'OTHER' }],
    }
    expect(lookupError(answer(400, { error })).refusal).toBeUndefined()
  })
})

describe('the redirect server', () => {
  it('the redirect server’s status becomes the code, and its first detail the message', () => {
    const error = {
      status: 'PERMISSION_DENIED',
      message: 'no',
      details: [{ detail: 'First' }, { detail: 'Second' }],
    }
    expect(redirectServerError(answer(403, { error }))).toMatchObject({
      code: 'permission-denied',
      message: 'First',
      httpErrorCode: 403,
    })
  })

  it('a stale state at the redirect server needs a new start', () => {
    const message = 'Please restart the authentication process.'
    const error = { status: 'FAILED_PRECONDITION', message, details: [{ detail: 'stale' }] }
    expect(redirectServerError(answer(400, { error }))).toMatchObject({
      code: 'restart-process',
      message,
    })
  })

  it.each([
    [{ status: 'FAILED_PRECONDITION', details: [] }, 'failed-precondition'],
    [{ status: 'CLAIMS_TOO_LARGE', message: 'no' }, 'claims-too-large'],
    [{ status: 'OTHER', message: 'restart the authentication process' }, 'other'],
    [
      { status: 'FAILED_PRECONDITION', message: ['restart the authentication process'] },
      'failed-precondition',
    ],
    [{ status: 'FAILED_PRECONDITION', message: 'other', details: [null] }, 'failed-precondition'],
    [{ status: 'a status with markup <b>' }, 'invalid-argument'],
    [{ status: 7 }, 'invalid-argument'],
    [null, 'invalid-argument'],
  ])('the error %j of the redirect server has the code %s', (error, code) => {
    expect(redirectServerError(answer(400, { error })).code).toBe(code)
  })

  it.each([[undefined], ['text'], [[null]], [[{ detail: 7 }]], [[{ detail: '' }]]])(
    'the error of the redirect server with the details %j has a message of its own',
    (details) => {
      const error = { status: 'OTHER', details }
      expect(redirectServerError(answer(400, { error })).message).toBe(
        'The server answered 400: other.',
      )
    },
  )
})

describe('the cookie call', () => {
  it('only a text has the error number of the cookie call', () => {
    expect(cookieError(answer(401, ['Error 8 code']))).toMatchObject({
      code: 'unauthenticated',
      message: 'The server answered 401: unauthenticated.',
    })
  })

  it.each([
    [8, 'authentication-uri-fail'],
    [37, 'gcip-token-invalid'],
    [38, 'resource-missing-gcip-sign-in-url'],
    [39, 'gcip-redirect-invalid'],
    [40, 'get-project-mapping-fail'],
    [41, 'gcip-id-token-encryption-error'],
    [42, 'gcip-id-token-decryption-error'],
    [43, 'gcip-id-token-unescape-error'],
    [99, 'unauthenticated'],
  ])('Error %i of the cookie call has the code %s', (number, code) => {
    const text = `There was a problem with your request. Error ${number} code`
    expect(cookieError(answer(401, text))).toMatchObject({ code, message: text })
  })

  it('the text of a page that is not the proxy’s is not in the error of the cookie call', () => {
    expect(cookieError(answer(401, 'Welcome to nginx')).message).not.toContain('nginx')
  })
})
