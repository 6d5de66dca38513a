import { describe, expect, it } from 'vitest'
import { asError, refuse, SignInError, withRetry } from './sign-in-error.ts'

const again = () => Promise.resolve()

describe('a retry', () => {
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
  ])('a retry is offered for %s', (code) => {
    expect(withRetry(new SignInError(code, 'x'), again)).toMatchObject({ code, retry: again })
  })

  it.each(['invalid-argument', 'internal', 'restart-process', 'auth/user-disabled'])(
    'a retry is not offered for %s',
    (code) => {
      const error = new SignInError(code, 'x')
      expect(withRetry(error, again)).toBe(error)
    },
  )

  it('a retry is not offered for a bug', () => {
    const bug = new TypeError('x is undefined')
    expect(withRetry(bug, again)).toBe(bug)
  })

  it('an error with a retry keeps its details', () => {
    const details = { httpErrorCode: 503, reason: new Error('why'), refusal: 'invalid-response' }
    const error = new SignInError('unavailable', 'x', { ...details, refusal: 'invalid-response' })
    expect(withRetry(error, again)).toMatchObject({ message: 'x', ...details })
  })
})

describe('the details of an error', () => {
  it('an error without details has only its name and code', () => {
    const error = new SignInError('internal', 'x')
    expect(Object.fromEntries(Object.entries(error))).toStrictEqual({
      name: 'SignInError',
      code: 'internal',
    })
    expect('cause' in error).toBe(false)
  })

  it('an error has its reason as its cause, and as its reason only if it is an error', () => {
    const reason = new Error('why')
    expect(new SignInError('internal', 'x', { reason })).toMatchObject({ reason, cause: reason })
    const error = new SignInError('internal', 'x', { reason: 'text' })
    expect(error.cause).toBe('text')
    expect(error).not.toHaveProperty('reason')
  })
})

describe('errors in JSON', () => {
  it('an error in JSON has its code, message, status, and the message of its reason', () => {
    const reason = new Error('Failed to fetch')
    const error = new SignInError('unavailable', 'x', { httpErrorCode: 503, reason })
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: 'unavailable',
      message: 'x',
      httpErrorCode: 503,
      reason: 'Failed to fetch',
    })
  })

  it('a refusal in JSON has only its code and message', () => {
    expect(refuse('invalid-mode').toJSON()).toStrictEqual({
      code: 'invalid-argument',
      message: 'Invalid mode',
    })
  })
})

it.each([
  ['text', 'internal'],
  [undefined, 'internal'],
  [null, 'internal'],
  [{ code: 7 }, 'internal'],
  [{ code: 'auth/timeout' }, 'auth/timeout'],
])('a handler that throws %j is reported as %s', (thrown, code) => {
  const error = asError(thrown)
  expect(error).toMatchObject({ code, message: 'The handler failed without an error.' })
  expect(error.cause).toBe(thrown)
})
