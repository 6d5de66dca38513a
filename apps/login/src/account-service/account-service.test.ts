import { beforeEach, describe, expect, it } from 'vitest'
import { createAccountService } from './account-service.ts'
import type { AccountService } from './account-service.ts'

let asked: { url: string; init: RequestInit }[]
let answer: (init: RequestInit) => Promise<Response>
let service: AccountService

beforeEach(() => {
  asked = []
  service = createAccountService({
    functionUrl: '/custom-token',
    send(url, init) {
      asked.push({ url, init })
      return answer(init)
    },
    limitMs: 500,
  })
})

const json = (body: unknown, status = 200, headers: HeadersInit = {}) => {
  answer = () => Promise.resolve(Response.json(body, { status, headers }))
}

const registration = {
  firstName: 'Ayşe',
  lastName: 'Yılmaz',
  email: 'ayse@example.com',
  company: 'Acme',
  language: 'tr',
} as const

describe('the account service', () => {
  it('the account service returns a custom token for a provider’s access token (F2)', async () => {
    json({ token: 'custom' })
    await expect(service.customToken('a+b/c', null)).resolves.toBe('custom')
    expect(asked[0]?.url).toBe('/custom-token?token=a%2Bb%2Fc')
  })

  it('the account service gets the tenant of the request', async () => {
    json({ token: 'custom' })
    await service.customToken('t', 'acme-1a2b3')
    expect(asked[0]?.url).toBe('/custom-token?token=t&tid=acme-1a2b3')
  })

  it('the account service creates the account of a new user, who is identified by the ID token (F3)', async () => {
    json({ status: 'done' })
    await service.startWelcome('id.token')
    expect(asked[0]?.url).toBe('/welcome/start?t=id.token')
  })

  it('a registration is sent with an idempotency key', async () => {
    json({ status: 'mail-sent' }, 202)
    await expect(service.register(registration, 'key')).resolves.toEqual({ status: 'mail-sent' })
    expect(asked[0]?.init).toMatchObject({
      method: 'POST',
      headers: { 'idempotency-key': 'key', 'content-type': 'application/json' },
      body: JSON.stringify(registration),
    })
  })

  it('the account service checks an invitation before the form is filled in', async () => {
    json({ status: 'open' })
    await expect(service.checkInvitation('token')).resolves.toBeUndefined()
    expect(asked[0]).toMatchObject({
      url: '/registration/invitation',
      init: { method: 'POST', body: '{"invitation":"token"}' },
    })
    json({ code: 'registration-link-expired', message: 'Gone', requestId: 'R-1' }, 410)
    await expect(service.checkInvitation('token')).rejects.toMatchObject({
      code: 'registration-link-expired',
    })
  })

  it('the account service checks the link in an email before its button is shown', async () => {
    json({ status: 'open' })
    await expect(service.checkConfirmation('token')).resolves.toBeUndefined()
    expect(asked[0]).toMatchObject({
      url: '/registration/confirmation/check',
      init: { method: 'POST', body: '{"confirmation":"token"}' },
    })
    json({ code: 'already-registered', message: 'Conflict', requestId: 'R-1' }, 409)
    await expect(service.checkConfirmation('token')).rejects.toMatchObject({
      code: 'already-registered',
    })
  })

  it('an error of the account service has its code, reference, wait and fields', async () => {
    json(
      {
        code: 'resource-exhausted',
        message: 'Too Many Requests',
        requestId: 'R-1',
        fields: { email: 'invalid' },
      },
      429,
      { 'retry-after': '30' },
    )
    await expect(service.register(registration, 'key')).rejects.toMatchObject({
      code: 'resource-exhausted',
      requestId: 'R-1',
      retryAfterSeconds: 30,
      fields: { email: 'invalid' },
    })
  })

  it.each([
    [400, 'invalid-argument'],
    [401, 'unauthenticated'],
    [403, 'permission-denied'],
    [404, 'not-found'],
    [409, 'aborted'],
    [418, 'invalid-argument'],
    [429, 'resource-exhausted'],
    [499, 'cancelled'],
    [500, 'internal'],
    [501, 'not-implemented'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [504, 'deadline-exceeded'],
  ])(
    'the HTTP status %i of the account service without a body has the code %s (G6)',
    async (status, code) => {
      answer = () => Promise.resolve(new Response('<html>', { status }))
      await expect(service.startWelcome('t')).rejects.toMatchObject({ code })
    },
  )

  it.each([['{'], ['null'], ['{"token":""}'], ['<html>']])(
    'the account service’s response %s is invalid',
    async (body) => {
      answer = () => Promise.resolve(new Response(body))
      await expect(service.customToken('t', null)).rejects.toMatchObject({ code: 'unavailable' })
    },
  )

  it('an account service that cannot be reached is a network error', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(service.startWelcome('t')).rejects.toMatchObject({
      code: 'auth/network-request-failed',
    })
  })

  it('a request to the account service is aborted after its time limit', async () => {
    answer = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    await expect(service.startWelcome('t')).rejects.toMatchObject({ code: 'deadline-exceeded' })
  })
})
