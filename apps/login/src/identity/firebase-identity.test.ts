import { deleteApp, getApps } from 'firebase/app'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noSecondFactor } from '../testing/no-second-factor.ts'
import type { Config } from '@foyer/contract/config'
import { createFirebaseIdentity } from './firebase-identity.ts'

const config: Config = {
  apiKey: 'key',
  authDomain: 'login.example.com',
  productURL: 'https://app.example.com/',
  functionUrl: '/custom-token',
}

const identityWith = (loadProviderScript: () => Promise<void>) =>
  createFirebaseIdentity(config, {
    loadProviderScript,
    scope: globalThis,
    askForFactor: noSecondFactor,
  })

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(getApps().map(deleteApp))
})

describe('the redirect result', () => {
  it('the redirect result is read once for each page load, even if it is requested several times', async () => {
    const loadProviderScript = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const identity = identityWith(loadProviderScript)
    const asked = [
      identity.authOf('acme').redirectResult(),
      identity.authOf('acme').redirectResult(),
    ]
    expect(await Promise.all(asked)).toEqual([null, null])
    expect(asked[0]).toBe(asked[1])
    expect(loadProviderScript).toHaveBeenCalledTimes(1)
  })

  it('the redirect result is abandoned after ten seconds, because a frame that hangs would hold up the buttons', async () => {
    vi.useFakeTimers()
    const outcome = identityWith(() => new Promise(() => {}))
      .authOf(null)
      .redirectResult()
      .catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await outcome).toMatchObject({ code: 'redirect-result-timeout' })
  })
})

it('each tenant’s accounts are in their own SDK app', () => {
  const identity = identityWith(() => Promise.resolve())
  const auths = ['acme', 'globex', null].map((tenantId) => identity.authOf(tenantId))
  expect(auths.map(({ tenantId }) => tenantId)).toEqual(['acme', 'globex', null])
  expect(new Set(auths.map(({ app }) => app)).size).toBe(3)
})
