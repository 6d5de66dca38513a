import { describe, expect, it } from 'vitest'
import { Authentication } from './authentication.ts'
import type { AuthenticationHandler } from './interfaces/handler.ts'
import { SignInError } from './errors/sign-in-error.ts'
import { apiKeys } from './testing/hostile-parameters.ts'
import { MemoryAuth } from './testing/memory-identity.ts'
import { apiKey, lookupUrl, originalUri, redirectUri, Scene, targetUri } from './testing/scene.ts'

async function retry(error: Error): Promise<void> {
  if (!(error instanceof SignInError) || !error.retry) throw new Error('There is no retry.')
  await error.retry()
}

describe('the handler', () => {
  it.each([
    null,
    {},
    { getAuth() {}, startSignIn() {} },
    { getAuth() {}, startSignIn() {}, completeSignOut() {}, processUser: 'no function' },
    Object.assign(() => {}, { getAuth() {}, startSignIn() {}, completeSignOut() {} }),
  ])('the handler %o is refused', (handler) => {
    expect(() => new Authentication(handler as unknown as AuthenticationHandler)).toThrow(
      'Invalid AuthenticationHandler',
    )
  })

  it('the handler gets the language of the hl parameter (A12d)', async () => {
    const scene = Scene.login({ hl: 'tr' })
    scene.authentication()
    expect(scene.handler.languageCode).toBe('tr')
  })

  it('the handler gets the language of a refused request too, to show the refusal in it', async () => {
    const scene = Scene.login({ mode: 'other', hl: 'tr' })
    await scene.failure()
    expect(scene.handler.languageCode).toBe('tr')
  })

  it('the handler may be frozen', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    Object.freeze(scene.handler)
    await scene.start()
    expect(scene.browser.assigned).toEqual([originalUri])
  })
})

describe('a handler with only the required methods', () => {
  function sceneWithout(scene: Scene): Scene {
    const optional = { showProgressBar: undefined, hideProgressBar: undefined }
    const errors = { handleError: undefined, handleLostUser: undefined, beforeReturn: undefined }
    Object.assign(scene.handler, optional, errors)
    return scene
  }

  it('a handler with only the required methods signs in, also after a lost account', async () => {
    const scene = sceneWithout(Scene.login())
    const lost = Object.assign(new Error('disabled'), { code: 'auth/user-disabled' })
    scene.remember(scene.user('acme', 600_000)).refusal = lost
    scene.handler.signIn = async () => ({ user: scene.user() })
    await scene.start()
    expect(scene.browser.assigned).toEqual([originalUri])
  })

  it('a handler with only the required methods gets the error from start()', async () => {
    const scene = sceneWithout(Scene.login())
    scene.remember(scene.user())
    scene.answerExchange({}, { status: 503 })
    expect(await scene.failure()).toMatchObject({ code: 'unavailable' })
    const refused = sceneWithout(Scene.login({ mode: 'other' }))
    expect(await refused.failure()).toMatchObject({ message: 'Invalid mode' })
  })
})

describe('the API key', () => {
  it.each(apiKeys.filter(([, decision]) => decision === 'refuse'))(
    'the API key %s: %s %j, %s',
    async (_id, _decision, value) => {
      const scene = Scene.login({ apiKey: value }, { apiKey })
      await scene.failure()
      expect(scene.requests).toEqual([])
      expect(scene.handler.calls).toEqual(['handleError'])
    },
  )

  it('an API key of another project is refused by the handler before anything is sent', async () => {
    const scene = Scene.login({ apiKey: 'another' })
    const refusal = new Error('Invalid project')
    scene.handler.getAuth = () => {
      throw refusal
    }
    expect(await scene.failure()).toBe(refusal)
    expect(scene.handler.errors).toEqual([refusal])
    expect(scene.requests).toEqual([])
  })

  it('an API key that the handler refuses is not used for a sign-out of its tenant', async () => {
    const scene = new Scene({ mode: 'signout', tid: 'acme', apiKey: 'another' })
    const refusal = new Error('Invalid project')
    scene.handler.getAuth = () => {
      throw refusal
    }
    expect(await scene.failure()).toBe(refusal)
    expect(scene.requests).toEqual([])
  })

  it('an auth instance with another API key than the request is refused with API key mismatch (D2b)', async () => {
    const scene = Scene.login()
    scene.handler.getAuth = () => new MemoryAuth('another')
    expect(await scene.failure()).toMatchObject({
      code: 'invalid-argument',
      message: 'API key mismatch',
    })
    expect(scene.requests).toEqual([])
  })
})

describe('a refused request', () => {
  it('a request with an unknown mode is refused with Invalid mode (D6a)', async () => {
    for (const mode of ['other', 'LOGIN', 'toString']) {
      const scene = Scene.login({ mode })
      expect(await scene.failure()).toMatchObject({ message: 'Invalid mode' })
      expect(scene.requests).toEqual([])
    }
  })

  it.each([
    [{ mode: 'other' }, 'Invalid mode'],
    [{ state: '' }, 'Invalid request'],
    [{ redirect_uri: 'javascript:alert(1)' }, 'Invalid URL'],
    [{ apiKey: '' }, 'Invalid API key'],
  ])('a request with %o is refused with %s, and nothing is sent', async (query, message) => {
    const scene = Scene.login(query)
    const error = await scene.failure()
    expect(error).toMatchObject({ code: 'invalid-argument', message })
    expect(error).not.toHaveProperty('retry')
    expect(scene.handler.errors).toEqual([error])
    expect(scene.requests).toEqual([])
  })
})

describe('retry', () => {
  it.each([
    ['the lookup', lookupUrl],
    ['the exchange', redirectUri],
    ['the cookie call', targetUri],
  ])('a retry after %s failed repeats only that step (G5b)', async (_step, url) => {
    const scene = Scene.login()
    scene.remember(scene.user())
    const working = Scene.login()
    scene.browser.serve(url, () => new Response('', { status: 503 }))
    const error = await scene.failure()
    expect(error).toMatchObject({ code: 'unavailable', httpErrorCode: 503 })
    expect(scene.handler.calls.slice(-2)).toEqual(['hideProgressBar', 'handleError'])
    const answers: Record<string, () => Response> = {
      [lookupUrl]: () => Response.json({ projectId: '12345', authorizedDomains: ['example.com'] }),
      [redirectUri]: () => Response.json({ redirectToken: 't', originalUri, targetUri }),
      [targetUri]: () => new Response(''),
    }
    scene.browser.serve(url, answers[url] ?? (() => new Response('')))
    await retry(error)
    expect(scene.browser.assigned).toEqual([originalUri])
    // The failed step is sent twice, and every other step once.
    working.remember(working.user())
    await working.start()
    expect(scene.requests).toHaveLength(working.requests.length + 1)
    expect(scene.requests.filter((request) => request.includes(url))).toHaveLength(2)
  })

  it('a retry exchanges a fresh token when the first has become too old (TK-03)', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    scene.answerExchange({}, { status: 503 })
    const error = await scene.failure()
    scene.browser.wait(125_000)
    scene.answerExchange({ redirectToken: 'redirect-token', originalUri, targetUri })
    await retry(error)
    expect(scene.browser.sent.map(({ body }) => body).filter(Boolean)).toEqual([
      { id_token: 'acme token 1', state: 'sealed' },
      { id_token: 'acme token 2', state: 'sealed' },
    ])
  })

  it('a retry after the session info failed lets the user choose a tenant', async () => {
    const scene = new Scene({ mode: 'selectAuthSession', redirect_uri: redirectUri, state: 's' })
    scene.answerExchange({}, { status: 429 })
    const error = await scene.failure()
    scene.answerExchange({ originalUri, tenantIds: ['acme'] })
    void retry(error)
    await expect.poll(() => scene.handler.calls).toContain('startSignIn')
  })

  it('a retry is offered for a transient error of the identity service', async () => {
    const scene = Scene.login()
    const cause = Object.assign(new Error('offline'), { code: 'auth/network-request-failed' })
    scene.handler.signIn = () => Promise.reject(cause)
    const error = await scene.failure()
    expect(error).toMatchObject({ code: cause.code, message: 'offline', reason: cause })
    expect(cause).not.toHaveProperty('retry')
    scene.handler.signIn = async () => ({ user: scene.user() })
    await retry(error)
    expect(scene.browser.assigned).toEqual([originalUri])
  })

  it('a retry that fails again offers another retry', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    scene.answerExchange({}, { status: 503 })
    const error = await scene.failure()
    await expect(retry(error)).rejects.toMatchObject({ code: 'unavailable' })
    expect(scene.handler.errors).toHaveLength(2)
  })
})

describe('a change of the URL within the page', () => {
  it('a change of the URL’s hash does not disturb the sign-in', async () => {
    const scene = Scene.login()
    let complete = () => {}
    scene.handler.signIn = () =>
      new Promise((resolve) => {
        complete = () => resolve({ user: scene.user() })
      })
    const started = scene.start()
    await expect.poll(() => scene.handler.matches).toHaveLength(1)
    scene.browser.push('#main')
    scene.browser.back()
    complete()
    await started
    expect(scene.handler.matches).toHaveLength(1)
    expect(scene.browser.assigned).toEqual([originalUri])
  })

  it('a change of the URL after the end of the sign-in has no effect', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    await scene.start()
    const before = [...scene.handler.calls]
    scene.browser.push(`?mode=signout&apiKey=${apiKey}&tid=acme`)
    scene.browser.back()
    expect(scene.handler.calls).toEqual(before)
  })
})

describe('the original URL', () => {
  it('the original URL comes from the session info, after the domains are checked', async () => {
    const scene = Scene.login()
    scene.answerExchange({ originalUri, tenantIds: ['acme'] })
    const authentication = scene.authentication()
    expect(await authentication.getOriginalURL()).toBe(originalUri)
    expect(await authentication.getOriginalURL()).toBe(originalUri)
    expect(scene.requests).toEqual([`GET ${lookupUrl}?key=${apiKey}`, `POST ${redirectUri}`])
  })

  it('the original URL is not requested from a redirect URL of another domain', async () => {
    const scene = Scene.login({ redirect_uri: 'https://evil.test/exchange' })
    await expect(scene.authentication().getOriginalURL()).rejects.toThrow('Unauthorized domain')
    expect(scene.requests).toHaveLength(1)
  })

  it('the original URL is null if the request has no redirect URL', async () => {
    const scene = new Scene({ mode: 'signout' })
    expect(await scene.authentication().getOriginalURL()).toBeNull()
  })

  it('the original URL of a refused request is rejected with the refusal', async () => {
    const scene = Scene.login({ mode: 'other' })
    await expect(scene.authentication().getOriginalURL()).rejects.toThrow('Invalid mode')
  })
})

it('the project lookup goes to an emulator if the page configures one', async () => {
  const identityToolkitOrigin = 'https://login.example.com/www.googleapis.com'
  const scene = Scene.login({}, { identityToolkitOrigin })
  await scene.failure()
  expect(scene.requests).toEqual([
    `GET ${identityToolkitOrigin}/identitytoolkit/v3/relyingparty/getProjectConfig?key=${apiKey}`,
  ])
})

describe('a page with a check for each tenant', () => {
  const serving = (...served: string[]) => ({
    servesTenant: async (tid: string) => served.includes(tid),
  })

  it('a page with a check for each tenant signs in to a tenant that it serves', async () => {
    const scene = Scene.login({}, serving('acme'))
    scene.remember(scene.user())
    await scene.start()
    expect(scene.browser.assigned).toEqual([originalUri])
  })

  it.each([
    ['globex', 'mismatching-tenant'],
    ['_999', 'mismatching-project-numbers'],
  ])(
    'a page with a check for each tenant refuses %s before anything is sent',
    async (tid, refusal) => {
      const scene = Scene.login({ tid }, serving('acme'))
      expect(await scene.failure()).toMatchObject({ refusal })
      expect(scene.requests).toEqual([])
      expect(scene.handler.calls).not.toContain('startSignIn')
    },
  )

  it('a page with a check for each tenant refuses a chosen tenant that it does not serve', async () => {
    const select = { mode: 'selectAuthSession', redirect_uri: redirectUri, state: 'sealed' }
    const scene = new Scene(select, serving('acme'))
    scene.answerExchange({ originalUri, tenantIds: ['globex'] })
    expect(await scene.failure()).toMatchObject({ refusal: 'mismatching-tenant' })
    expect(scene.handler.calls).not.toContain('startSignIn')
  })
})
