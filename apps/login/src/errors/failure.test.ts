import { describe, expect, it } from 'vitest'
import english from '@foyer/messages/en/errors.json'
import turkish from '@foyer/messages/tr/errors.json'
import { CodedError } from './coded-error.ts'
import { AccountServiceError } from '../account-service/account-service-error.ts'
import { explainedCodes } from './error-table.ts'
import { failureOf, hashOf } from './failure.ts'
import { unexplainedCodes } from './unexplained-codes.ts'

const now = new Date('2026-11-28T09:05:00Z')

describe('failure', () => {
  it.each([new TypeError('x is undefined'), 'text', null, undefined, { code: 7 }])(
    'of something that is no coded error (%s) is unknown',
    (error) => {
      expect(failureOf(error, now)).toMatchObject({ key: 'UNKNOWN_ERROR', action: 'retry' })
    },
  )

  it('leads to the product when the token has expired or the API key is invalid', () => {
    expect(failureOf(new CodedError('auth/user-token-expired'), now).action).toBe('product')
    expect(failureOf(new CodedError('auth/invalid-api-key'), now).action).toBe('product')
    expect(failureOf(new CodedError('api-key-refused'), now).action).toBe('product')
    expect(failureOf(new CodedError('id-token-expired'), now).action).toBe('product')
  })

  it('of a tenant that does not exist says that the sign-in link is not valid, in both languages (AC-05a)', () => {
    expect(failureOf(new CodedError('auth/invalid-tenant-id'), now)).toMatchObject({
      key: 'LINK_INVALID',
      action: 'application',
    })
    expect(english.LINK_INVALID).toMatch(/^This sign-in link is not valid/)
    expect(turkish.LINK_INVALID).toMatch(/^Bu giriş bağlantısı geçerli değil/)
  })

  it.each([english, turkish])(
    'of a token that a slow clock takes for new mentions the time of the device (TK-01b)',
    (words) => {
      const { key } = failureOf(new CodedError('id-token-expired'), now)
      expect(words[key]).toMatch(/date and time of your device|tarih/)
    },
  )

  it.each(['auth/web-storage-unsupported', 'redirect-result-timeout'])(
    'of a return that the browser’s storage rules lost has a message of its own: %s',
    (code) => {
      expect(failureOf(new CodedError(code), now).key).not.toBe('UNKNOWN_ERROR')
    },
  )

  it('has the retry that the error brings, whose failure the engine reports by itself (G5b)', async () => {
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
    // A rejection that nobody handles would fail this test.
    await new Promise((resolve) => setTimeout(resolve))
  })

  it.each([new CodedError('auth/user-disabled'), { code: 'auth/user-disabled', retry: 'text' }])(
    'has no retry where the error brings none: %s',
    (error) => {
      const failure = failureOf(error, now)
      expect(failure.action).toBe('contact')
      expect(failure).not.toHaveProperty('retry')
    },
  )

  it('is that a sign-in is not allowed where the SDK gives the bare number of a blocking function (AC-04b)', () => {
    const { key } = failureOf(new CodedError('auth/error-code:-47'), now)
    expect(key).toBe('NOT_ALLOWED')
    expect(english[key]).toMatch(/^You are not allowed to sign in/)
    expect(turkish[key]).toMatch(/izniniz yok/)
  })

  it('has a reference made of code and moment, without the code itself', () => {
    const { reference } = failureOf(new CodedError('auth/user-disabled'), now)
    expect(reference).toBe(`${hashOf('auth/user-disabled')}-280905`)
    expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-\d{6}$/)
  })

  it('has another reference for every code', () => {
    const codes = [...explainedCodes, ...unexplainedCodes]
    expect(new Set(codes.map(hashOf)).size).toBe(codes.length)
  })

  it('of our own server has the reference that its logs have', () => {
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
