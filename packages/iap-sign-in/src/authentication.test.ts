import { describe, expect, it } from 'vitest'
import { Authentication } from './authentication.ts'
import type { AuthenticationHandler } from './ports/handler.ts'
import { SignInError } from './errors/sign-in-error.ts'
import { apiKeys } from './testing/hostile-parameters.ts'
import { MemoryAuth } from './testing/memory-identity.ts'
import {
  apiKey,
  lookupAddress,
  originalUri,
  redirectUri,
  Scene,
  targetUri,
} from './testing/scene.ts'

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
  ])('%o is refused', (handler) => {
    expect(() => new Authentication(handler as unknown as AuthenticationHandler)).toThrow(
      'Invalid AuthenticationHandler',
    )
  })

  it('hears the language that hl names (A12d)', async () => {
    const scene = Scene.login({ hl: 'tr' })
    scene.authentication()
    expect(scene.handler.languageCode).toBe('tr')
  })

  it('hears the language of a refused request, for the words of the refusal', async () => {
    const scene = Scene.login({ mode: 'other', hl: 'tr' })
    await scene.failure()
    expect(scene.handler.languageCode).toBe('tr')
  })

  it('may be frozen', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    Object.freeze(scene.handler)
    await scene.start()
    expect(scene.browser.assigned).toEqual([originalUri])
  })
})

describe('the API key', () => {
  it.each(apiKeys.filter(([, decision]) => decision === 'refuse'))(
    '%s: %s %j, %s',
    async (_id, _decision, value) => {
      const scene = Scene.login({ apiKey: value }, { apiKey })
      await scene.failure()
      expect(scene.requests).toEqual([])
      expect(scene.handler.calls).toEqual(['handleError'])
    },
  )

  it('of another project is refused by the handler before anything is sent', async () => {
    const scene = Scene.login({ apiKey: 'another' })
    const refusal = new Error('Invalid project')
    scene.handler.getAuth = () => {
      throw refusal
    }
    expect(await scene.failure()).toBe(refusal)
    expect(scene.handler.errors).toEqual([refusal])
    expect(scene.requests).toEqual([])
  })

  it('of the auth instance must be that of the request: API key mismatch (D2b)', async () => {
    const scene = Scene.login()
    scene.handler.getAuth = () => new MemoryAuth('another')
    expect(await scene.failure()).toMatchObject({
      code: 'invalid-argument',
      message: 'API key mismatch',
    })
    expect(scene.requests).toEqual([])
  })
})

describe('a refused address', () => {
  it('with an unknown mode is told as Invalid mode (D6a)', async () => {
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
  ])('with %o is told as %s, and nothing is sent', async (query, message) => {
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
    ['the lookup', lookupAddress],
    ['the exchange', redirectUri],
    ['the cookie call', targetUri],
  ])('repeats only the step that failed, after %s failed (G5b)', async (_step, address) => {
    const scene = Scene.login()
    scene.remember(scene.user())
    const working = Scene.login()
    scene.browser.serve(address, () => new Response('', { status: 503 }))
    const error = await scene.failure()
    expect(error).toMatchObject({ code: 'unavailable', httpErrorCode: 503 })
    expect(scene.handler.calls.slice(-2)).toEqual(['hideProgressBar', 'handleError'])
    const answers: Record<string, () => Response> = {
      [lookupAddress]: () =>
        Response.json({ projectId: '12345', authorizedDomains: ['example.com'] }),
      [redirectUri]: () => Response.json({ redirectToken: 't', originalUri, targetUri }),
      [targetUri]: () => new Response(''),
    }
    scene.browser.serve(address, answers[address] ?? (() => new Response('')))
    await retry(error)
    expect(scene.browser.assigned).toEqual([originalUri])
    // The step that failed is sent twice, every other one once.
    working.remember(working.user())
    await working.start()
    expect(scene.requests).toHaveLength(working.requests.length + 1)
    expect(scene.requests.filter((request) => request.includes(address))).toHaveLength(2)
  })

  it('exchanges a fresh token when the first has grown old (TK-03)', async () => {
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

  it('follows the choice of a tenant after the session info failed', async () => {
    const scene = new Scene({ mode: 'selectAuthSession', redirect_uri: redirectUri, state: 's' })
    scene.answerExchange({}, { status: 429 })
    const error = await scene.failure()
    scene.answerExchange({ originalUri, tenantIds: ['acme'] })
    void retry(error)
    await expect.poll(() => scene.handler.calls).toContain('startSignIn')
  })

  it('is offered for a transient error of the identity service', async () => {
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

  it('fails anew with a retry of its own', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    scene.answerExchange({}, { status: 503 })
    const error = await scene.failure()
    await expect(retry(error)).rejects.toMatchObject({ code: 'unavailable' })
    expect(scene.handler.errors).toHaveLength(2)
  })
})

describe('a move within the page', () => {
  it('to a place in the same address does not disturb the sign-in', async () => {
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

  it('after the end of the sign-in is not listened to', async () => {
    const scene = Scene.login()
    scene.remember(scene.user())
    await scene.start()
    const before = [...scene.handler.calls]
    scene.browser.push('?mode=signout')
    scene.browser.back()
    expect(scene.handler.calls).toEqual(before)
  })
})

describe('the original address', () => {
  it('comes from the session info, once the domains are checked', async () => {
    const scene = Scene.login()
    scene.answerExchange({ originalUri, tenantIds: ['acme'] })
    const authentication = scene.authentication()
    expect(await authentication.getOriginalURL()).toBe(originalUri)
    expect(await authentication.getOriginalURL()).toBe(originalUri)
    expect(scene.requests).toEqual([`GET ${lookupAddress}?key=${apiKey}`, `POST ${redirectUri}`])
  })

  it('is not asked for at a stranger’s', async () => {
    const scene = Scene.login({ redirect_uri: 'https://evil.test/exchange' })
    await expect(scene.authentication().getOriginalURL()).rejects.toThrow('Unauthorized domain')
    expect(scene.requests).toHaveLength(1)
  })

  it('is null where the request names none', async () => {
    const scene = new Scene({ mode: 'signout' })
    expect(await scene.authentication().getOriginalURL()).toBeNull()
  })

  it('of a refused request is its refusal', async () => {
    const scene = Scene.login({ mode: 'other' })
    await expect(scene.authentication().getOriginalURL()).rejects.toThrow('Invalid mode')
  })
})

it('asks an emulator for the project where the page says so', async () => {
  const identityToolkitOrigin = 'https://login.example.com/www.googleapis.com'
  const scene = Scene.login({}, { identityToolkitOrigin })
  await scene.failure()
  expect(scene.requests).toEqual([
    `GET ${identityToolkitOrigin}/identitytoolkit/v3/relyingparty/getProjectConfig?key=${apiKey}`,
  ])
})

describe('a page that knows its tenants one by one', () => {
  const serving = (...served: string[]) => ({
    servesTenant: async (tid: string) => served.includes(tid),
  })

  it('signs in to a tenant that it serves', async () => {
    const scene = Scene.login({}, serving('acme'))
    scene.remember(scene.user())
    await scene.start()
    expect(scene.browser.assigned).toEqual([originalUri])
  })

  it.each([
    ['globex', 'mismatching-tenant'],
    ['_999', 'mismatching-project-numbers'],
  ])('refuses %s before anything is sent', async (tid, refusal) => {
    const scene = Scene.login({ tid }, serving('acme'))
    expect(await scene.failure()).toMatchObject({ refusal })
    expect(scene.requests).toEqual([])
    expect(scene.handler.calls).not.toContain('startSignIn')
  })

  it('refuses a chosen tenant that it does not serve', async () => {
    const select = { mode: 'selectAuthSession', redirect_uri: redirectUri, state: 'sealed' }
    const scene = new Scene(select, serving('acme'))
    scene.answerExchange({ originalUri, tenantIds: ['globex'] })
    expect(await scene.failure()).toMatchObject({ refusal: 'mismatching-tenant' })
    expect(scene.handler.calls).not.toContain('startSignIn')
  })
})
