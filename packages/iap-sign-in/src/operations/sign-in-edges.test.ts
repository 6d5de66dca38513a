import { describe, expect, it, vi } from 'vitest'
import type { User } from '../interfaces/handler.ts'
import { originalUri, redirectUri, Scene, targetUri } from '../testing/scene.ts'

const tenantsKey = 'ciap:auth-tenants:12345'

describe('an account of another tenant', () => {
  function sceneWithProcessing() {
    const scene = Scene.login()
    const processUser = vi.fn<(user: User) => Promise<User>>(async (user) => user)
    Object.assign(scene.handler, { processUser })
    return { scene, processUser }
  }

  it('an account of another tenant that signs in reaches neither processUser nor the application', async () => {
    const { scene, processUser } = sceneWithProcessing()
    scene.handler.signIn = async () => ({ user: scene.user('globex') })
    expect(await scene.failure()).toMatchObject({ refusal: 'mismatching-tenant' })
    expect(processUser).not.toHaveBeenCalled()
    expect(scene.browser.sent).toHaveLength(1)
  })

  it('a stored account of another tenant does not reach processUser, but the account that signs in instead does', async () => {
    const { scene, processUser } = sceneWithProcessing()
    scene.handler.authOf('acme').user = scene.user('globex')
    const user = scene.user('acme')
    scene.handler.signIn = async () => ({ user })
    await scene.start()
    expect(processUser.mock.calls).toEqual([[user]])
  })
})

/** A user who chooses a tenant, goes Back, and could choose again. */
function sceneWithChoice() {
  const choices = [Promise.resolve({ tenantId: 'acme' })]
  const selectTenant = vi.fn<() => Promise<unknown>>(() => choices.shift() ?? new Promise(() => {}))
  const scene = new Scene({
    mode: 'selectAuthSession',
    redirect_uri: redirectUri,
    state: 'sealed',
  })
  Object.assign(scene.handler, { selectTenant })
  return { scene, selectTenant }
}

const isSessionInfo = (body: unknown): boolean => !JSON.stringify(body).includes('id_token')
const session = () => Response.json({ originalUri, tenantIds: ['acme', 'globex'] })

/** Goes Back to the choice of a tenant while the response of this URL is pending. */
async function goBackBefore(url: string, answer: () => Response) {
  const { scene, selectTenant } = sceneWithChoice()
  scene.handler.signIn = async () => ({ user: scene.user('acme') })
  scene.answerExchange({ ...exchanged, tenantIds: ['acme', 'globex'] })
  let arrive = () => {}
  const asked = new Promise<void>((resolve) => {
    scene.browser.serve(url, ({ body }) => {
      if (url === redirectUri && isSessionInfo(body)) return session()
      resolve()
      return new Promise((answered) => {
        arrive = () => answered(answer())
      })
    })
  })
  void scene.start()
  await asked
  scene.browser.back()
  await expect.poll(() => selectTenant.mock.calls).toHaveLength(2)
  arrive()
  await new Promise((resolve) => setImmediate(resolve))
  return scene
}

const exchanged = { redirectToken: 'redirect-token', originalUri, targetUri }

describe('a user who goes Back', () => {
  it.each([
    ['while an old ID token is refreshed', 600_000, []],
    ['while a token that the server refused is refreshed', 0, ['ID_TOKEN_EXPIRED']],
  ])('when the user goes Back %s, no new token is sent', async (_when, age, refusals) => {
    const { scene, selectTenant } = sceneWithChoice()
    const user = scene.user('acme', age)
    let arrive = () => {}
    const asked = new Promise<void>((resolve) => {
      user.getIdToken = () => {
        resolve()
        return new Promise((refreshed) => {
          arrive = () => refreshed('new token')
        })
      }
    })
    scene.handler.signIn = async () => ({ user })
    const tokens: string[] = []
    scene.browser.serve(redirectUri, ({ body }) => {
      if (isSessionInfo(body)) return session()
      tokens.push(JSON.stringify(body))
      const status = refusals.shift()
      return status === undefined
        ? Response.json(exchanged)
        : Response.json({ error: { status } }, { status: 401 })
    })
    void scene.start()
    await asked
    scene.browser.back()
    await expect.poll(() => selectTenant.mock.calls).toHaveLength(2)
    arrive()
    await new Promise((resolve) => setImmediate(resolve))
    expect(tokens.join()).not.toContain('new token')
    expect(scene.browser.assigned).toEqual([])
  })

  it('when the user goes Back, nobody is told that the account of the sign-in is disabled', async () => {
    const { scene, selectTenant } = sceneWithChoice()
    scene.answerExchange({ originalUri, tenantIds: ['acme', 'globex'] })
    const user = scene.user('acme', 600_000)
    let fail = () => {}
    const asked = new Promise<void>((resolve) => {
      user.getIdToken = () => {
        resolve()
        return new Promise((_refreshed, refused) => {
          const disabled = new Error('disabled')
          fail = () => refused(Object.assign(disabled, { code: 'auth/user-disabled' }))
        })
      }
    })
    scene.handler.signIn = async () => ({ user })
    void scene.start()
    await asked
    scene.browser.back()
    await expect.poll(() => selectTenant.mock.calls).toHaveLength(2)
    fail()
    await new Promise((resolve) => setImmediate(resolve))
    expect(scene.handler.errors).toEqual([])
  })

  it('when the user goes Back during the exchange, the application’s cookie is not set', async () => {
    const scene = await goBackBefore(redirectUri, () => Response.json(exchanged))
    expect(scene.requests).not.toContain(`GET ${targetUri}`)
    expect(scene.browser.assigned).toEqual([])
  })

  it('when the user goes Back during the cookie call, the tenant is not stored as signed in', async () => {
    const scene = await goBackBefore(targetUri, () => new Response(''))
    expect(scene.requests).toContain(`GET ${targetUri}`)
    expect(scene.browser.stored.has(tenantsKey)).toBe(false)
    expect(scene.browser.assigned).toEqual([])
  })
})
