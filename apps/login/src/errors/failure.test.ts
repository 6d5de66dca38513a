import { describe, expect, it } from 'vitest'
import { CodedError } from './coded-error.ts'
import { knownCodes, meaningOf } from './error-table.ts'
import { failureOf, hashOf } from './failure.ts'

const now = new Date('2026-11-28T09:05:00Z')

describe('state error keys (G1)', () => {
  it.each([
    ['too-many-requests', 'TOO_MANY_REQUESTS'],
    ['invalid-phone-number', 'INVALID_PHONE_NUMBER_ERROR'],
    ['admin-restricted-operation', 'ADMIN_RESTRICTED_OPERATION'],
    ['user-disabled', 'USER_DISABLED'],
    ['invalid-credential', 'INVALID_CREDENTIAL'],
    ['invalid-verification-code', 'INVALID_VERIFICATION_CODE'],
    ['missing-client-identifier', 'MISSING_CLIENT_IDENTIFIER'],
    ['never-heard-of', 'UNKNOWN_ERROR'],
  ])('auth/%s is %s', (code, key) => {
    expect(meaningOf(`auth/${code}`).key).toBe(key)
  })

  it.each(['toString', '__proto__', 'constructor', ''])('a code named %j is unknown', (code) => {
    expect(meaningOf(code).key).toBe('UNKNOWN_ERROR')
  })
})

describe('failure', () => {
  it.each([new TypeError('x is undefined'), 'text', null, undefined, { code: 7 }])(
    'of something that is no coded error (%s) is unknown',
    (error) => {
      expect(failureOf(error, now)).toMatchObject({ key: 'UNKNOWN_ERROR', action: 'retry' })
    },
  )

  it('sends the browser on when the token has expired or the API key is invalid (G3)', () => {
    expect(failureOf(new CodedError('auth/user-token-expired'), now).action).toBe('product')
    expect(failureOf(new CodedError('auth/invalid-api-key'), now).action).toBe('product')
    expect(failureOf(new CodedError('api-key-refused'), now).action).toBe('product')
    expect(failureOf(new CodedError('id-token-expired'), now).action).toBe('product')
  })

  it('offers the retry that the error brings, in the error it belongs to (G5)', async () => {
    const error = Object.assign(new CodedError('auth/internal-error'), {
      tries: 0,
      retry(this: { tries: number }) {
        this.tries += 1
        return Promise.resolve()
      },
    })
    const failure = failureOf(error, now)
    expect(failure.action).toBe('retry')
    await failure.retry?.()
    expect(error.tries).toBe(1)
  })

  it('has a reference made of code and moment, without the code itself', () => {
    const { reference } = failureOf(new CodedError('auth/user-disabled'), now)
    expect(reference).toBe(`${hashOf('auth/user-disabled')}-280905`)
    expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-\d{6}$/)
  })

  it('has another reference for every known code', () => {
    expect(new Set([...knownCodes].map(hashOf)).size).toBe(knownCodes.size)
  })
})
