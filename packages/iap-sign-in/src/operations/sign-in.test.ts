import { describe, expect, it } from 'vitest'
import { apiKey, lookupUrl, originalUri, redirectUri, Scene, targetUri } from '../testing/scene.ts'

const lookup = `GET ${lookupUrl}?key=${apiKey}`
const exchange = `POST ${redirectUri}`
const cookie = `GET ${targetUri}`
const tenantsKey = 'ciap:auth-tenants:12345'
const lost = (code: string) => Object.assign(new Error(code), { code })

describe('login with a stored account', () => {
  it('a stored account returns to the original URL without a button, after the exchange and the cookie (C3a, C5b)', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    await scene.start()
    expect(scene.requests).toEqual([lookup, exchange, cookie])
    expect(scene.handler.calls).toEqual(['getAuth acme', 'showProgressBar'])
    expect(scene.browser.assigned).toEqual([originalUri])
    expect(scene.browser.stored.get(tenantsKey)).toBe('["acme"]')
  })

  it('the handler can keep the page from leaving, after everything else is done', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    const heard: string[] = []
    scene.handler.beforeReturn = ({ href }) => {
      heard.push(href, ...scene.requests)
      throw lost('too-often')
    }
    expect(await scene.failure()).toMatchObject({ code: 'too-often' })
    expect(heard).toEqual([originalUri, lookup, exchange, cookie])
    expect(scene.browser.assigned).toEqual([])
  })

  it('a sign-in sends the ID token and the state to the redirect server, and gets the cookie (F5, F7)', async () => {
    const scene = Scene.login({ state: 'ab+cd==' })
    scene.remember(scene.user())
    await scene.start()
    expect(scene.browser.sent.slice(1)).toEqual([
      {
        method: 'POST',
        url: redirectUri,
        headers: { 'content-type': 'application/json' },
        body: { id_token: 'acme token 1', state: 'ab+cd==' },
        credentials: undefined,
        cache: 'no-cache',
      },
      {
        method: 'GET',
        url: targetUri,
        headers: { 'content-type': 'application/json', 'x-iap-3p-token': 'redirect-token' },
        body: undefined,
        credentials: 'include',
        cache: 'no-cache',
      },
    ])
  })

  it('an old token is refreshed while the project lookup is pending (C5a)', async () => {
    const scene = Scene.login()
    const user = scene.remember(scene.user('acme', 600_000))
    let answer = () => {}
    scene.browser.serve(
      lookupUrl,
      () =>
        new Promise((resolve) => {
          answer = () =>
            resolve(Response.json({ projectId: '12345', authorizedDomains: ['example.com'] }))
        }),
    )
    const started = scene.start()
    await expect.poll(() => user.refreshes).toBe(1)
    expect(scene.requests).toEqual([lookup])
    answer()
    await started
    expect(user.refreshes).toBe(1)
    expect(scene.browser.sent[1]?.body).toEqual({ id_token: 'acme token 2', state: 'sealed' })
  })

  it('if the proxy must see its nonce, the page goes to the target URL with rt and the target’s own query (C5c, UR-19)', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    scene.answerExchange({ redirectToken: 'a+b', originalUri, targetUri: `${targetUri}?x=1` })
    scene.browser.serve(targetUri, () => new Response('XsrfNonceCheckIsNeeded'))
    await scene.start()
    expect(scene.browser.assigned).toEqual([`${targetUri}?x=1&rt=a%2Bb`])
  })

  it('the account that processUser returns is used for the exchange', async () => {
    const scene = Scene.login()
    const user = scene.remember(scene.user())
    const handler = Object.assign(scene.handler, {
      processUser: async () => {
        handler.calls.push('processUser')
        await user.getIdToken(true)
        return user
      },
    })
    await scene.start()
    expect(handler.calls).toEqual(['getAuth acme', 'showProgressBar', 'processUser'])
    expect(scene.browser.sent[1]?.body).toMatchObject({ id_token: 'acme token 2' })
  })

  it('an account of another tenant from processUser is refused', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    Object.assign(scene.handler, { processUser: async () => scene.user('globex') })
    expect((await scene.failure()).message).toBe('Mismatching tenant ID')
    expect(scene.requests).toEqual([lookup])
  })

  it('a sign-in with a stored account completes inside a cross-origin frame (D8b)', async () => {
    const scene = Scene.login()
    scene.browser.isCrossOriginFrame = true
    scene.remember(scene.user())
    await scene.start()
    expect(scene.browser.assigned).toEqual([originalUri])
  })

  it('a sign-in works if storage is blocked', async () => {
    const scene = Scene.login()
    scene.browser.isStorageBlocked = true
    scene.remember(scene.user())
    await scene.start()
    expect(scene.browser.assigned).toEqual([originalUri])
  })

  it('for a redirect URL on a host that is not allowed, only the project lookup is sent (C2, UR-20a)', async () => {
    const scene = Scene.login({ redirect_uri: 'https://evil.test/exchange' })
    scene.remember(scene.user())
    expect(await scene.failure()).toMatchObject({
      code: 'permission-denied',
      message: 'Unauthorized domain: https://evil.test/exchange',
    })
    expect(scene.requests).toEqual([lookup])
    expect(scene.handler.calls.slice(1)).toEqual([
      'showProgressBar',
      'hideProgressBar',
      'handleError',
    ])
  })
})

it.each(['login', 'reauth'])(
  'with mode %s, no cookie is set for a redirect URL on a host that is not allowed (UR-20b)',
  async (mode) => {
    const scene = Scene.login({ mode, redirect_uri: 'https://evil.test/exchange' })
    scene.remember(scene.user())
    scene.handler.signIn = async () => ({ user: scene.user() })
    expect(await scene.failure()).toMatchObject({ refusal: 'unauthorized-domain' })
    expect(scene.browser.sent.some(({ credentials }) => credentials === 'include')).toBe(false)
    expect(scene.handler.calls).not.toContain('startSignIn')
  },
)

describe('a state', () => {
  it.each([
    ['https://evil.example/', 'UR-11a'],
    ['//evil.example/', 'UR-11b'],
  ])('a state of %s is passed to the exchange and never navigated to (%s)', async (state) => {
    const scene = Scene.login({ state })
    scene.remember(scene.user())
    await scene.start()
    expect(scene.browser.sent[1]).toMatchObject({ url: redirectUri, body: { state } })
    expect(scene.browser.assigned).toEqual([originalUri])
  })

  it('the state written as ab%2Bcd%3D%3D reaches the exchange as ab+cd== (UR-12a)', async () => {
    const scene = Scene.login()
    scene.browser.push(scene.browser.url.replace('state=sealed', 'state=ab%2Bcd%3D%3D'))
    scene.remember(scene.user())
    await scene.start()
    expect(scene.browser.sent[1]).toMatchObject({ body: { state: 'ab+cd==' } })
  })

  it('a state of 9,000 characters is passed to the exchange (UR-17b)', async () => {
    const state = 'x'.repeat(9_000)
    const scene = Scene.login({ state })
    scene.remember(scene.user())
    await scene.start()
    expect(scene.browser.sent[1]).toMatchObject({ body: { state } })
    expect(scene.browser.assigned).toEqual([originalUri])
  })
})

describe('the original URL', () => {
  it.each([
    ['https://app.example.com/reports?id=7&x=%23#row2', 'IAP-04a'],
    ['https://app.example.com/reports#', 'IAP-04b'],
  ])('the original URL %s is reached unchanged (%s)', async (uri) => {
    const scene = Scene.login()
    scene.remember(scene.user())
    scene.answerExchange({ redirectToken: 'redirect-token', originalUri: uri, targetUri })
    await scene.start()
    expect(scene.browser.assigned).toEqual([uri])
  })

  it('the original URL is reached without a nonce check (C5d)', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    scene.browser.serve(targetUri, () => new Response('any other text'))
    await scene.start()
    expect(scene.browser.assigned).toEqual([originalUri])
  })
})

it.each([
  [401, 'unauthenticated'],
  [405, 'unknown'],
])(
  'a cookie call that is answered with %i is reported once as %s, and nothing is repeated (IAP-05b, IAP-05c)',
  async (status, code) => {
    const scene = Scene.login()
    scene.remember(scene.user())
    scene.browser.serve(targetUri, () => new Response('', { status }))
    expect(await scene.failure()).toMatchObject({ code, httpErrorCode: status })
    expect(scene.handler.errors).toMatchObject([{ httpErrorCode: status }])
    expect(scene.requests).toEqual([lookup, exchange, cookie])
    expect(scene.browser.assigned).toEqual([])
  },
)

describe('login without a stored account', () => {
  it('without a stored account, the buttons get the hint, and the new account completes the sign-in (C3b, B2)', async () => {
    const scene = Scene.login({}, {}, '#hint=ann@example.com;google.com')
    scene.handler.signIn = async () => ({ user: scene.user() })
    await scene.start()
    expect(scene.handler.calls).toEqual([
      'getAuth acme',
      'showProgressBar',
      'hideProgressBar',
      'startSignIn',
      'showProgressBar',
    ])
    expect(scene.handler.matches).toEqual([
      { email: 'ann@example.com', tenantId: 'acme', providerIds: ['google.com'] },
    ])
    expect(scene.browser.assigned).toEqual([originalUri])
  })

  it('a stored account of another tenant is not used, and the user is asked to sign in', async () => {
    const scene = Scene.login()
    scene.handler.authOf('acme').user = scene.user('globex')
    scene.handler.signIn = async () => ({ user: scene.user() })
    await scene.start()
    expect(scene.handler.matches).toEqual([undefined])
    expect(scene.browser.sent[1]?.body).toMatchObject({ id_token: 'acme token 1' })
  })

  it.each([
    ['acme', null],
    ['acme', 'globex'],
    ['_12345', 'acme'],
  ])(
    'for %s, an account of %s is refused with Mismatching tenant ID (D3b)',
    async (tid, tenantId) => {
      const scene = Scene.login({ tid })
      scene.handler.signIn = async () => ({ user: scene.user(tenantId) })
      expect(await scene.failure()).toMatchObject({
        refusal: 'mismatching-tenant',
        message: 'Mismatching tenant ID',
      })
      expect(scene.requests).toEqual([lookup])
    },
  )

  it('accounts of the project itself can sign in (H7)', async () => {
    const scene = Scene.login({ tid: '_12345' })
    scene.handler.signIn = async () => ({ user: scene.user(null) })
    await scene.start()
    expect(scene.handler.calls[0]).toBe('getAuth null')
    expect(scene.browser.stored.get(tenantsKey)).toBe('["_12345"]')
  })

  it('a tid with another project number is refused with Mismatching project numbers (D3a)', async () => {
    const scene = Scene.login({ tid: '_999' })
    expect(await scene.failure()).toMatchObject({
      code: 'invalid-argument',
      message: 'Mismatching project numbers',
    })
  })

  it('a sign-in without a stored account is refused inside a cross-origin frame', async () => {
    const scene = Scene.login()
    scene.browser.isCrossOriginFrame = true
    expect(await scene.failure()).toMatchObject({
      code: 'permission-denied',
      message: 'The page is displayed in a cross origin iframe.',
    })
    expect(scene.handler.calls).not.toContain('startSignIn')
  })

  it('a failure of startSignIn is reported unchanged', async () => {
    const scene = Scene.login()
    const failure = lost('auth/popup-blocked')
    scene.handler.signIn = () => Promise.reject(failure)
    expect(await scene.failure()).toBe(failure)
    expect(scene.handler.errors).toEqual([failure])
  })
})
