import { describe, expect, it } from 'vitest'
import {
  apiKey,
  lookupAddress,
  originalUri,
  redirectUri,
  Scene,
  targetUri,
} from '../testing/scene.ts'

const lookup = `GET ${lookupAddress}?key=${apiKey}`
const exchange = `POST ${redirectUri}`
const cookie = `GET ${targetUri}`
const tenantsKey = 'ciap:auth-tenants:12345'
const lost = (code: string) => Object.assign(new Error(code), { code })

describe('login of a remembered account', () => {
  it('goes to the original address without a button (C3, C5)', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    await scene.start()
    expect(scene.requests).toEqual([lookup, exchange, cookie])
    expect(scene.handler.calls).toEqual(['getAuth acme', 'showProgressBar'])
    expect(scene.browser.assigned).toEqual([originalUri])
    expect(scene.browser.stored.get(tenantsKey)).toBe('["acme"]')
  })

  it('leaves only if the handler lets it, which hears where to when everything else is done', async () => {
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

  it('sends what the protocol asks for (F5, F7, IAP-05)', async () => {
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

  it('refreshes an old token while the lookup is on its way (H3)', async () => {
    const scene = Scene.login()
    const user = scene.remember(scene.user('acme', 600_000))
    let answer = () => {}
    scene.browser.serve(
      lookupAddress,
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

  it('lets the navigation set the cookie where the proxy must see its nonce (C5, IAP-03)', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    scene.answerExchange({ redirectToken: 'a+b', originalUri, targetUri: `${targetUri}?x=1` })
    scene.browser.serve(targetUri, () => new Response('XsrfNonceCheckIsNeeded'))
    await scene.start()
    expect(scene.browser.assigned).toEqual([`${targetUri}?x=1&rt=a%2Bb`])
  })

  it('hands the account that the handler made of it over', async () => {
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

  it('refuses an account of another tenant from the handler', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    Object.assign(scene.handler, { processUser: async () => scene.user('globex') })
    expect((await scene.failure()).message).toBe('Mismatching tenant ID')
    expect(scene.requests).toEqual([lookup])
  })

  it('finishes inside a cross-origin frame (D8)', async () => {
    const scene = Scene.login()
    scene.browser.isCrossOriginFrame = true
    scene.remember(scene.user())
    await scene.start()
    expect(scene.browser.assigned).toEqual([originalUri])
  })

  it('works where storage is blocked (ST-06)', async () => {
    const scene = Scene.login()
    scene.browser.isStorageBlocked = true
    scene.remember(scene.user())
    await scene.start()
    expect(scene.browser.assigned).toEqual([originalUri])
  })

  it('exchanges nothing before the domains are checked (C2)', async () => {
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

describe('login of a visitor nobody remembers', () => {
  it('shows the buttons, with the hint, and hands the new account over (C3, B2)', async () => {
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

  it('asks again where the remembered account is of another tenant', async () => {
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
  ])('refuses for %s an account of %s (D3, E1)', async (tid, tenantId) => {
    const scene = Scene.login({ tid })
    scene.handler.signIn = async () => ({ user: scene.user(tenantId) })
    expect(await scene.failure()).toMatchObject({ refusal: 'mismatching-tenant' })
    expect(scene.requests).toEqual([lookup])
  })

  it('takes accounts of the project itself (H7)', async () => {
    const scene = Scene.login({ tid: '_12345' })
    scene.handler.signIn = async () => ({ user: scene.user(null) })
    await scene.start()
    expect(scene.handler.calls[0]).toBe('getAuth null')
    expect(scene.browser.stored.get(tenantsKey)).toBe('["_12345"]')
  })

  it('refuses another project number (D3)', async () => {
    const scene = Scene.login({ tid: '_999' })
    expect(await scene.failure()).toMatchObject({
      code: 'invalid-argument',
      message: 'Mismatching project numbers',
    })
  })

  it('is refused inside a cross-origin frame', async () => {
    const scene = Scene.login()
    scene.browser.isCrossOriginFrame = true
    expect(await scene.failure()).toMatchObject({
      code: 'permission-denied',
      message: 'The page is displayed in a cross origin iframe.',
    })
    expect(scene.handler.calls).not.toContain('startSignIn')
  })

  it('tells a failure of the sign-in as it is', async () => {
    const scene = Scene.login()
    const failure = lost('auth/popup-blocked')
    scene.handler.signIn = () => Promise.reject(failure)
    expect(await scene.failure()).toBe(failure)
    expect(scene.handler.errors).toEqual([failure])
  })
})
