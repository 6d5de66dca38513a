import { describe, expect, it } from 'vitest'
import type { AuthenticationOptions } from '../authentication.ts'
import type { ProjectConfig, SelectedTenantInfo } from '../interfaces/handler.ts'
import { apiKey, originalUri, redirectUri, Scene } from '../testing/scene.ts'

type Chooser = (project: ProjectConfig, tenantIds: string[]) => Promise<SelectedTenantInfo>

function select(
  chooser?: Chooser,
  query: Record<string, string> = {},
  options?: AuthenticationOptions,
) {
  const scene = new Scene(
    { mode: 'selectAuthSession', redirect_uri: redirectUri, state: 'ab cd', ...query },
    options,
  )
  scene.answerExchange({ originalUri, tenantIds: ['acme', 'globex', '_12345'] })
  if (chooser) {
    Object.assign(scene.handler, {
      selectTenant: (project: ProjectConfig, tenantIds: string[]) => {
        scene.handler.calls.push('selectTenant')
        return chooser(project, tenantIds)
      },
    })
  }
  return scene
}

const loginUrl = (tid: string) =>
  `https://login.example.com/?mode=login&apiKey=${apiKey}&tid=${tid}&state=ab+cd` +
  `&redirect_uri=${encodeURIComponent(redirectUri)}`

describe('the choice of a tenant', () => {
  it('the user chooses among the tenants of the session, and the login continues in the same page (C8a)', async () => {
    const offered: unknown[] = []
    const scene = select(async (project, tenantIds) => {
      offered.push(project, tenantIds)
      return { tenantId: 'globex', email: 'ann@example.com', providerIds: ['google.com'] }
    })
    void scene.start()
    await expect.poll(() => scene.handler.calls).toContain('startSignIn')
    expect(offered).toEqual([{ projectId: '12345', apiKey }, ['acme', 'globex', '_12345']])
    expect(scene.browser.url).toBe(loginUrl('globex'))
    const chosen = { tenantId: 'globex', email: 'ann@example.com', providerIds: ['google.com'] }
    expect(scene.browser.historyState).toEqual({ state: 'signIn', selectedTenantInfo: chosen })
    expect(scene.handler.matches).toEqual([chosen])
    expect(scene.handler.calls).toEqual([
      'showProgressBar',
      'hideProgressBar',
      'selectTenant',
      'getAuth globex',
      'showProgressBar',
      'hideProgressBar',
      'startSignIn',
    ])
    expect(scene.requests).toHaveLength(2)
  })

  it('the user may choose the project itself', async () => {
    const scene = select(async () => ({ tenantId: null }))
    void scene.start()
    await expect.poll(() => scene.handler.matches).toEqual([{ tenantId: null, providerIds: [] }])
    expect(scene.browser.url).toBe(loginUrl('_12345'))
  })

  it('the first tenant is taken if the handler offers no choice', async () => {
    const scene = select()
    void scene.start()
    await expect.poll(() => scene.handler.calls).toContain('startSignIn')
    expect(scene.browser.url).toBe(loginUrl('acme'))
  })

  it('the choice of a tenant does not change the state', async () => {
    const scene = select()
    void scene.start()
    await expect.poll(() => scene.handler.calls).toContain('startSignIn')
    expect(new URL(scene.browser.url).searchParams.get('state')).toBe('ab cd')
  })

  it('a plus in the state is encoded as %2B after the choice of a tenant (UR-12b)', async () => {
    const scene = select(undefined, { state: 'ab+cd==' })
    void scene.start()
    await expect.poll(() => scene.handler.calls).toContain('startSignIn')
    expect(scene.browser.url).toContain('&state=ab%2Bcd%3D%3D&')
  })

  it('the choice of a tenant keeps the language', async () => {
    const scene = select(undefined, { hl: 'tr' })
    void scene.start()
    await expect.poll(() => scene.handler.calls).toContain('startSignIn')
    expect(scene.browser.url).toBe(`${loginUrl('acme')}&hl=tr`)
    expect(scene.handler.languageCode).toBe('tr')
  })

  it('the chosen tenant must be one of the session’s tenants (C8b)', async () => {
    const scene = select(async () => ({ tenantId: 'other' }))
    expect(await scene.failure()).toMatchObject({
      code: 'invalid-argument',
      message: 'Mismatching tenant ID',
    })
    expect(scene.browser.historyState).toBeNull()
  })

  it.each([
    ['the project itself', null],
    ['another tenant', 'globex'],
  ])(
    'a tenant of the session that the page does not serve is refused with Mismatching tenant ID: %s',
    async (_what, tenantId) => {
      const scene = select(
        async () => ({ tenantId }),
        {},
        {
          servesTenant: async (tid) => tid === 'acme',
        },
      )
      expect(await scene.failure()).toMatchObject({ refusal: 'mismatching-tenant' })
      expect(scene.browser.historyState).toBeNull()
    },
  )

  it('the choice of a tenant needs at least one tenant in the session', async () => {
    const scene = select()
    scene.answerExchange({ originalUri, tenantIds: [] })
    expect(await scene.failure()).toMatchObject({
      code: 'internal',
      message: 'No tenants configured on resource.',
    })
  })

  it('the choice of a tenant is refused inside a cross-origin frame', async () => {
    const scene = select()
    scene.browser.isCrossOriginFrame = true
    expect(await scene.failure()).toMatchObject({ refusal: 'cross-origin-frame' })
    expect(scene.requests).toHaveLength(1)
  })
})

describe('Back', () => {
  it('Back returns to the choice of a tenant, and another choice continues (C8c)', async () => {
    const choices = ['acme', 'globex']
    const scene = select(async () => ({ tenantId: choices.shift() ?? null }))
    void scene.start()
    await expect.poll(() => scene.handler.matches).toHaveLength(1)
    scene.browser.back()
    await expect.poll(() => scene.handler.matches).toHaveLength(2)
    expect(scene.browser.url).toBe(loginUrl('globex'))
    expect(scene.handler.calls.filter((call) => call === 'selectTenant')).toHaveLength(2)
    expect(scene.requests).toHaveLength(2)
  })

  it('a sign-in that completes after Back does not navigate', async () => {
    let complete = () => {}
    let choices = 0
    const scene = select(() => {
      choices += 1
      return choices === 1 ? Promise.resolve({ tenantId: 'acme' }) : new Promise(() => {})
    })
    scene.handler.signIn = () =>
      new Promise((resolve) => {
        complete = () => resolve({ user: scene.user('acme') })
      })
    void scene.start()
    await expect.poll(() => scene.handler.matches).toHaveLength(1)
    scene.browser.back()
    await expect.poll(() => choices).toBe(2)
    const before = [...scene.handler.calls]
    complete()
    await new Promise((resolve) => setImmediate(resolve))
    expect(scene.handler.calls).toEqual(before)
    expect(scene.requests).toHaveLength(2)
    expect(scene.browser.assigned).toEqual([])
  })

  it('Back to an invalid request reports its refusal', async () => {
    const scene = select(() => new Promise(() => {}))
    const started = scene.start()
    await expect.poll(() => scene.handler.calls).toContain('selectTenant')
    scene.browser.push('https://login.example.com/?mode=other')
    scene.browser.push('https://login.example.com/?mode=none')
    scene.browser.back()
    await expect(started).rejects.toMatchObject({ refusal: 'invalid-api-key' })
    expect(scene.handler.errors).toHaveLength(1)
  })
})
