import { describe, expect, it } from 'vitest'
import { createRememberedUser } from './remembered-user.ts'
import type { StoredAccount } from './stored-account.ts'

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (claims: object): string => `${encode({ alg: 'RS256' })}.${encode(claims)}.s`

const account: StoredAccount = {
  uid: 'ayse',
  tenantId: 'acme-1a2b3',
  stsTokenManager: {
    accessToken: tokenOf({ iat: 100, name: 'Ayşe' }),
    refreshToken: 'refresh-1',
    expirationTime: 3_700_000,
  },
}

function createScene(answer: () => Promise<Response>) {
  const sent: { url: string; init: RequestInit }[] = []
  const saved: StoredAccount[] = []
  const scene = { time: 0, sent, saved }
  const user = createRememberedUser({
    account,
    tokenUrl: 'https://securetoken.example/v1/token?key=k',
    send(url, init) {
      sent.push({ url, init })
      return answer()
    },
    async save(_old, renewed) {
      saved.push(renewed)
    },
    now: () => scene.time,
  })
  return { ...scene, scene, user }
}

const renewed = tokenOf({ iat: 5000 })
const renewal = () =>
  Promise.resolve(
    Response.json({ id_token: renewed, refresh_token: 'refresh-2', expires_in: '3600' }),
  )
const refusal =
  (message: string, status = 400) =>
  () =>
    Promise.resolve(Response.json({ error: { message } }, { status }))

describe('a stored user', () => {
  it('the token of a stored user is read without a request', async () => {
    const { user, sent } = createScene(renewal)
    expect(user.tenantId).toBe('acme-1a2b3')
    expect(await user.getIdTokenResult()).toMatchObject({
      token: account.stsTokenManager.accessToken,
      claims: { name: 'Ayşe' },
      issuedAtTime: new Date(100_000).toUTCString(),
    })
    expect(sent).toEqual([])
  })

  it('a stored user’s token is refreshed by a form without custom headers, so that no preflight is sent', async () => {
    const { user, sent, saved } = createScene(renewal)
    expect(await user.getIdToken(true)).toBe(renewed)
    expect(sent).toHaveLength(1)
    const { method, headers, body } = sent[0]?.init ?? {}
    expect([method, headers]).toEqual(['POST', undefined])
    expect(body).toEqual(
      new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'refresh-1' }),
    )
    expect(saved).toEqual([
      {
        ...account,
        stsTokenManager: {
          accessToken: renewed,
          refreshToken: 'refresh-2',
          expirationTime: 3_600_000,
        },
      },
    ])
    expect(await user.getIdToken()).toBe(renewed)
    expect(sent).toHaveLength(1)
  })

  it('a stored user’s token is refreshed before it expires', async () => {
    const { user, scene } = createScene(renewal)
    scene.time = 3_670_001
    expect(await user.getIdToken()).toBe(renewed)
  })

  it.each([
    [refusal('USER_DISABLED'), 'auth/user-disabled'],
    [refusal('TOKEN_EXPIRED'), 'auth/user-token-expired'],
    [refusal('USER_NOT_FOUND'), 'auth/user-not-found'],
    [refusal('INVALID_REFRESH_TOKEN'), 'auth/user-token-expired'],
    [refusal('API key not valid. Please pass a valid API key.'), 'api-key-refused'],
    [refusal('RESOURCE_EXHAUSTED', 429), 'resource-exhausted'],
    [refusal('', 503), 'unavailable'],
    [refusal('INVALID_GRANT_TYPE'), 'auth/internal-error'],
    [() => Promise.resolve(new Response('<!doctype html>')), 'invalid-response'],
    [() => Promise.reject(new TypeError('Failed to fetch')), 'auth/network-request-failed'],
  ])('a refused refresh has the same code as in the SDK: %#', async (answer, code) => {
    await expect(createScene(answer).user.getIdToken(true)).rejects.toMatchObject({ code })
  })
})
