import { describe, expect, it } from 'vitest'
import { originalUri, redirectUri, Scene, targetUri } from '../testing/scene.ts'

const exchanged = { redirectToken: 'redirect-token', originalUri, targetUri }

/**
 * A stored account whose token looks new, and a redirect server that answers each exchange with the next of these
 * statuses.
 */
function sceneWith(...statuses: string[]) {
  const scene = Scene.login()
  const user = scene.remember(scene.user('acme', 60_000))
  const tokens: unknown[] = []
  scene.browser.serve(redirectUri, ({ body }) => {
    tokens.push((body as { id_token: string }).id_token)
    const status = statuses.shift()
    return status === undefined
      ? Response.json(exchanged)
      : Response.json({ error: { status } }, { status: 401 })
  })
  return { scene, user, tokens }
}

describe('an ID token that has expired for the redirect server', () => {
  it.each(['ID_TOKEN_EXPIRED', 'UNAUTHENTICATED'])(
    'an expired ID token is refreshed once by force, and the sign-in continues: %s (TK-01a)',
    async (status) => {
      const { scene, user, tokens } = sceneWith(status)
      await scene.start()
      expect(tokens).toEqual(['acme token 1', 'acme token 2'])
      expect(user.refreshes).toBe(1)
      expect(scene.browser.assigned).toEqual([originalUri])
    },
  )

  it('an expired ID token is reported when the server says that the refreshed one has expired too (TK-01a)', async () => {
    const { scene, user, tokens } = sceneWith('ID_TOKEN_EXPIRED', 'ID_TOKEN_EXPIRED')
    expect(await scene.failure()).toMatchObject({ code: 'id-token-expired' })
    expect(tokens).toEqual(['acme token 1', 'acme token 2'])
    expect(user.refreshes).toBe(1)
  })

  it('an ID token that the server refuses for another reason is not refreshed', async () => {
    const { scene, user } = sceneWith('PERMISSION_DENIED')
    expect(await scene.failure()).toMatchObject({ code: 'permission-denied' })
    expect(user.refreshes).toBe(0)
  })
})
