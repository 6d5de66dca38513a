import { describe, expect, it } from 'vitest'
import { IdentityError } from '../identity/identity-error.ts'
import { StoreError } from '../store/store-error.ts'
import { errorBody, ServerError, toServerError } from './server-error.ts'

const outcomeOf = (error: unknown) => {
  const { code, status, retryAfterSeconds } = toServerError(error)
  return [code, status, retryAfterSeconds]
}

describe('errors of other modules', () => {
  it.each([
    ['the database is unavailable', new StoreError('outage'), ['unavailable', 503, 5]],
    ['two transactions conflict', new StoreError('conflict'), ['unavailable', 503, 5]],
    ['another request has the lease', new StoreError('busy'), ['aborted', 409, null]],
    ['the tables are of a newer version', new StoreError('newer-schema'), ['internal', 500, null]],
    [
      'the ID token is forged',
      new IdentityError('id-token-refused'),
      ['id-token-refused', 401, null],
    ],
    ['Identity Platform is unavailable', new IdentityError('unavailable'), ['unavailable', 503, 5]],
    ['a bug throws', new TypeError('x is undefined'), ['internal', 500, null]],
  ])('the client gets the right error code when %s', (_what, error, outcome) => {
    expect(outcomeOf(error)).toEqual(outcome)
    expect(toServerError(error).cause).toBe(error)
  })

  it.each([
    [413, ['payload-too-large', 413, null]],
    [415, ['unsupported-media-type', 415, null]],
    [408, ['deadline-exceeded', 408, null]],
    [431, ['invalid-argument', 400, null]],
    [503, ['unavailable', 503, null]],
    [599, ['internal', 500, null]],
  ])('a Fastify error with status %i gets the error code of that status', (status, outcome) => {
    expect(outcomeOf(Object.assign(new Error(), { statusCode: status }))).toEqual(outcome)
  })
})

describe('error bodies', () => {
  it('an error body lists the invalid fields of a form, and never the cause', () => {
    const error = new ServerError('invalid-argument', {
      fields: { email: 'required' },
      cause: new Error('secret'),
    })
    expect(errorBody(error, 'R-1')).toEqual({
      code: 'invalid-argument',
      message: 'Bad Request',
      requestId: 'R-1',
      fields: { email: 'required' },
    })
  })
})
