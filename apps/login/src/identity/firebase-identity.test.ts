import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Config } from '@foyer/contract/config'
import { createFirebaseIdentity } from './firebase-identity.ts'

const sdk = vi.hoisted(() => ({ getRedirectResult: vi.fn<() => Promise<unknown>>() }))

vi.mock('firebase/app', () => ({
  initializeApp: (options: object, name: string) => ({ options, name }),
}))
vi.mock('firebase/auth', async (original) => ({
  ...(await original<object>()),
  initializeAuth: (app: object) => ({ app, tenantId: null }),
  getRedirectResult: sdk.getRedirectResult,
}))

const config: Config = {
  apiKey: 'key',
  authDomain: 'login.example.com',
  productURL: 'https://app.example.com/',
  functionUrl: '/custom-token',
}

const authOf = (tenantId: string | null) =>
  createFirebaseIdentity(config, { loadProviderScript: () => Promise.resolve() }).authOf(tenantId)

beforeEach(() => {
  vi.useFakeTimers()
  sdk.getRedirectResult.mockReset()
})
afterEach(() => vi.useRealTimers())

describe('the redirect result', () => {
  it('is read once for a page load, however often it is asked for (RD-01)', async () => {
    const credential = { user: { uid: 'u1' } }
    sdk.getRedirectResult.mockResolvedValue(credential)
    const auth = authOf('acme')
    expect(await Promise.all([auth.redirectResult(), auth.redirectResult()])).toEqual([
      credential,
      credential,
    ])
    expect(sdk.getRedirectResult).toHaveBeenCalledTimes(1)
  })

  it('is given up after ten seconds, for a frame that hangs would keep the buttons away', async () => {
    sdk.getRedirectResult.mockReturnValue(new Promise(() => {}))
    const outcome = authOf(null)
      .redirectResult()
      .catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await outcome).toMatchObject({ code: 'redirect-result-timeout' })
  })
})

it('keeps each tenant’s accounts in an app of its own', () => {
  const [acme, globex, project] = [authOf('acme'), authOf('globex'), authOf(null)]
  expect([acme, globex, project].map(({ tenantId }) => tenantId)).toEqual(['acme', 'globex', null])
  expect(new Set([acme, globex, project].map(({ app }) => JSON.stringify(app))).size).toBe(3)
})
