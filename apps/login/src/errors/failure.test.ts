import { describe, expect, it } from 'vitest'
import english from '@foyer/messages/en/errors.json'
import turkish from '@foyer/messages/tr/errors.json'
import { CodedError } from './coded-error.ts'
import { AccountServiceError } from '../account-service/account-service-error.ts'
import { explainedCodes } from './error-table.ts'
import { hashOf } from '@foyer/contract/reference'
import { failureOf } from './failure.ts'
import { unexplainedCodes } from './unexplained-codes.ts'

const now = new Date('2026-11-28T09:05:00Z')

describe('failure', () => {
  it.each([new TypeError('x is undefined'), 'text', null, undefined, { code: 7 }])(
    'an error without a code (%s) is an unknown failure',
    (error) => {
      expect(failureOf(error, now)).toMatchObject({ key: 'UNKNOWN_ERROR', action: 'retry' })
    },
  )

  it('an expired token or an invalid API key leads to the product', () => {
    expect(failureOf(new CodedError('auth/user-token-expired'), now).action).toBe('product')
    expect(failureOf(new CodedError('auth/invalid-api-key'), now).action).toBe('product')
    expect(failureOf(new CodedError('api-key-refused'), now).action).toBe('product')
    expect(failureOf(new CodedError('id-token-expired'), now).action).toBe('product')
  })

  it('a tenant that does not exist is a sign-in link that is not valid, in both languages (AC-05a)', () => {
    expect(failureOf(new CodedError('auth/invalid-tenant-id'), now)).toMatchObject({
      key: 'LINK_INVALID',
      action: 'application',
    })
    expect(english.LINK_INVALID).toMatch(/^This sign-in link is not valid/)
    expect(turkish.LINK_INVALID).toMatch(/^Bu giriş bağlantısı geçerli değil/)
  })

  it.each([english, turkish])(
    'the failure of a token that looks new to a slow clock mentions the time of the device (TK-01b)',
    (messages) => {
      const { key } = failureOf(new CodedError('id-token-expired'), now)
      expect(messages[key]).toMatch(/date and time of your device|tarih/)
    },
  )

  it.each(['auth/web-storage-unsupported', 'redirect-result-timeout'])(
    'a return that was lost because of the browser’s storage rules has its own message: %s',
    (code) => {
      expect(failureOf(new CodedError(code), now).key).not.toBe('UNKNOWN_ERROR')
    },
  )

  it('a failure has the error’s retry, and the engine itself reports when that fails (G5b)', async () => {
    const error = Object.assign(new CodedError('auth/internal-error'), {
      tries: 0,
      retry(this: { tries: number }) {
        this.tries += 1
        return Promise.reject(new CodedError('unavailable'))
      },
    })
    const failure = failureOf(error, now)
    expect(failure.action).toBe('retry')
    failure.retry?.()
    expect(error.tries).toBe(1)
    // An unhandled rejection would fail this test.
    await new Promise((resolve) => setTimeout(resolve))
  })

  it.each([new CodedError('auth/user-disabled'), { code: 'auth/user-disabled', retry: 'text' }])(
    'a failure has no retry if the error has none: %s',
    (error) => {
      const failure = failureOf(error, now)
      expect(failure.action).toBe('contact')
      expect(failure).not.toHaveProperty('retry')
    },
  )

  it('the number of a blocking function’s error means that the sign-in is not allowed (AC-04b)', () => {
    const { key } = failureOf(new CodedError('auth/error-code:-47'), now)
    expect(key).toBe('NOT_ALLOWED')
    expect(english[key]).toMatch(/^You are not allowed to sign in/)
    expect(turkish[key]).toMatch(/izniniz yok/)
  })

  it('the reference of a failure is made of the code and the time, and does not show the code', () => {
    const { reference } = failureOf(new CodedError('auth/user-disabled'), now)
    expect(reference).toBe(`${hashOf('auth/user-disabled')}-280905`)
    expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-\d{6}$/)
  })

  it('every code has another reference', () => {
    const codes = [...explainedCodes(), ...unexplainedCodes]
    expect(new Set(codes.map(hashOf)).size).toBe(codes.length)
  })

  it('the reference of our own server’s error is the id in its logs', () => {
    const refusal = new AccountServiceError('unavailable', {
      requestId: 'R-1',
      retryAfterSeconds: 30,
      fields: {},
    })
    expect(failureOf(refusal, now)).toMatchObject({
      reference: 'R-1',
      retryAt: now.getTime() + 30_000,
    })
  })
})
