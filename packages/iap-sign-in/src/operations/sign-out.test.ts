import { describe, expect, it } from 'vitest'
import { apiKey, originalUri, redirectUri, Scene } from '../testing/scene.ts'

const tenantsKey = 'ciap:auth-tenants:12345'

describe('sign-out with a redirect URL', () => {
  const signOut = () => new Scene({ mode: 'signout', redirect_uri: redirectUri, state: 'sealed' })

  it('a sign-out with a redirect URL requests the session info, signs out of each of its tenants, and returns (C7a, F6)', async () => {
    const scene = signOut()
    scene.browser.stored.set(tenantsKey, '["acme","globex","_12345"]')
    scene.answerExchange({ originalUri, tenantIds: ['acme', '_12345'] })
    await scene.start()
    expect(scene.browser.sent[1]).toMatchObject({ method: 'POST', body: { state: 'sealed' } })
    expect(scene.handler.authOf('acme').signOuts).toBe(1)
    expect(scene.handler.authOf(null).signOuts).toBe(1)
    expect(scene.handler.authOf('globex').signOuts).toBe(0)
    expect(scene.browser.stored.get(tenantsKey)).toBe('["globex"]')
    expect(scene.browser.assigned).toEqual([originalUri])
    expect(scene.handler.calls).not.toContain('completeSignOut')
  })

  it('a sign-out does not return before every session has ended', async () => {
    const scene = signOut()
    scene.answerExchange({ originalUri, tenantIds: ['acme'] })
    scene.handler.authOf('acme').signOut = () => Promise.reject(new Error('stuck'))
    expect((await scene.failure()).message).toBe('stuck')
    expect(scene.browser.assigned).toEqual([])
  })

  it.each(['javascript:alert(1)', '//evil.test/', 'http://app.example.com/'])(
    'a sign-out does not return to %s',
    async (unsafe) => {
      const scene = signOut()
      scene.answerExchange({ originalUri: unsafe, tenantIds: ['acme'] })
      expect(await scene.failure()).toMatchObject({ refusal: 'invalid-response' })
      expect(scene.handler.authOf('acme').signOuts).toBe(0)
      expect(scene.browser.assigned).toEqual([])
    },
  )

  it('a sign-out can be retried', async () => {
    const scene = signOut()
    scene.answerExchange({}, { status: 503 })
    const error = await scene.failure()
    scene.answerExchange({ originalUri, tenantIds: ['acme'] })
    await ('retry' in error && typeof error.retry === 'function' && error.retry())
    expect(scene.browser.assigned).toEqual([originalUri])
  })
})

it('a user who goes Back during a sign-out stays signed in', async () => {
  const scene = Scene.login()
  const query = { apiKey, mode: 'signout', redirect_uri: redirectUri, state: 'sealed' }
  scene.browser.push(`?${new URLSearchParams(query)}`)
  let arrive = () => {}
  const asked = new Promise<void>((resolve) => {
    scene.browser.serve(redirectUri, () => {
      resolve()
      return new Promise((answered) => {
        arrive = () => answered(Response.json({ originalUri, tenantIds: ['acme'] }))
      })
    })
  })
  void scene.start()
  await asked
  scene.browser.back()
  await expect.poll(() => scene.handler.calls).toContain('startSignIn')
  arrive()
  await new Promise((resolve) => setImmediate(resolve))
  expect(scene.handler.authOf('acme').signOuts).toBe(0)
  expect(scene.browser.assigned).toEqual([])
})

describe('sign-out without a redirect URL', () => {
  it('a sign-out without a redirect URL ends every session on the list and shows that (C7b, IAP-02b)', async () => {
    const scene = new Scene({ mode: 'signout' })
    scene.browser.stored.set(tenantsKey, '["acme","_12345"]')
    await scene.start()
    expect(scene.handler.authOf('acme').signOuts).toBe(1)
    expect(scene.handler.authOf(null).signOuts).toBe(1)
    expect(scene.browser.stored.has(tenantsKey)).toBe(false)
    expect(scene.handler.calls).toEqual([
      'showProgressBar',
      'getAuth acme',
      'getAuth null',
      'hideProgressBar',
      'completeSignOut',
    ])
    expect(scene.browser.assigned).toEqual([])
  })

  it('a sign-out is complete if nobody is signed in', async () => {
    const scene = new Scene({ mode: 'signout', state: 'without redirect_uri' })
    await scene.start()
    expect(scene.handler.calls.at(-1)).toBe('completeSignOut')
    expect(scene.requests).toHaveLength(1)
  })

  it('a sign-out reports an error of completeSignOut', async () => {
    const scene = new Scene({ mode: 'signout' })
    scene.handler.completeSignOut = () => Promise.reject(new Error('no screen'))
    expect((await scene.failure()).message).toBe('no screen')
    expect(scene.handler.errors).toMatchObject([{ message: 'no screen' }])
  })

  it('a sign-out is refused inside a cross-origin frame', async () => {
    const scene = new Scene({ mode: 'signout' })
    scene.browser.isCrossOriginFrame = true
    expect(await scene.failure()).toMatchObject({ refusal: 'cross-origin-frame' })
  })
})
