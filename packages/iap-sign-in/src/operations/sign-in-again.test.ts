import { describe, expect, it } from 'vitest'
import { originalUri, Scene, targetUri } from '../testing/scene.ts'

const tenantsKey = 'ciap:auth-tenants:12345'
const lost = (code: string) => Object.assign(new Error(code), { code })

describe('reauth', () => {
  it('reauth always asks for a new sign-in (C4)', async () => {
    const scene = Scene.login({ mode: 'reauth' })
    scene.remember(scene.user())
    scene.handler.signIn = async () => ({ user: scene.user() })
    await scene.start()
    expect(scene.handler.calls).toContain('startSignIn')
    expect(scene.browser.assigned).toEqual([originalUri])
  })

  it('reauth does not ask for another sign-in after a later step has failed', async () => {
    const scene = Scene.login({ mode: 'reauth' })
    scene.handler.signIn = async () => ({ user: scene.user() })
    scene.answerExchange({}, { status: 503 })
    const error = await scene.failure()
    scene.answerExchange({ redirectToken: 'redirect-token', originalUri, targetUri })
    await ('retry' in error && typeof error.retry === 'function' && error.retry())
    expect(scene.handler.matches).toHaveLength(1)
    expect(scene.browser.assigned).toEqual([originalUri])
  })
})

describe('an account that is disabled, expired or deleted', () => {
  it.each([
    ['auth/user-disabled', 'C6a'],
    ['auth/user-token-expired', 'C6b'],
    ['auth/user-not-found', 'an account that was deleted'],
  ])(
    'an account reported as %s is removed from the list, and the sign-in starts again (%s)',
    async (code) => {
      const scene = Scene.login()
      scene.browser.stored.set(tenantsKey, '["globex","acme"]')
      scene.remember(scene.user('acme', 600_000)).refusal = lost(code)
      scene.handler.signIn = async () => {
        expect(scene.browser.stored.get(tenantsKey)).toBe('["globex"]')
        return { user: scene.user() }
      }
      await scene.start()
      expect(scene.handler.calls.slice(2)).toEqual([
        'handleLostUser',
        'hideProgressBar',
        'startSignIn',
        'showProgressBar',
      ])
      expect(scene.handler.errors).toMatchObject([{ code }])
      expect(scene.browser.stored.get(tenantsKey)).toBe('["globex","acme"]')
    },
  )

  it('after a lost account, another account can sign in', async () => {
    const scene = Scene.login()
    const disabled = () => {
      const user = scene.user('acme', 600_000)
      user.refusal = lost('auth/user-disabled')
      return user
    }
    const users = [disabled(), disabled(), scene.user()]
    scene.handler.signIn = async () => ({ user: users.shift() ?? null })
    await scene.start()
    expect(scene.handler.matches).toHaveLength(3)
    expect(scene.browser.assigned).toEqual([originalUri])
  })

  it('after a lost account, the buttons do not open inside a cross-origin frame', async () => {
    const scene = Scene.login()
    scene.browser.isCrossOriginFrame = true
    scene.remember(scene.user('acme', 600_000)).refusal = lost('auth/user-disabled')
    expect(await scene.failure()).toMatchObject({ refusal: 'cross-origin-frame' })
  })
})
