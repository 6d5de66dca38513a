import { describe, expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createFirebaseIdentity } from './firebase-identity.ts'

describe('identity by Firebase', () => {
  const identity = createFirebaseIdentity(demoConfig, { loadProviderScript: async () => {} })

  it('has one instance for each tenant', () => {
    const acme = identity.authOf('acme-1a2b3')
    expect(identity.authOf('acme-1a2b3')).toBe(acme)
    expect(identity.authOf(null)).not.toBe(acme)
    expect([acme.tenantId, identity.authOf(null).tenantId]).toEqual(['acme-1a2b3', null])
  })

  it('uses the configured API key, which the engine compares (D2)', () => {
    expect(identity.authOf(null).app.options).toMatchObject({ apiKey: demoConfig.apiKey })
  })

  it('has nobody signed in on a first visit', async () => {
    const user = await new Promise((resolve) => identity.authOf(null).onAuthStateChanged(resolve))
    expect(user).toBeNull()
  })

  it('fails with our own coded errors, here because the SDK’s Node build does no redirects', async () => {
    const outcome = identity.authOf('acme-1a2b3').redirectResult()
    await expect(outcome).rejects.toBeInstanceOf(CodedError)
    await expect(outcome).rejects.toMatchObject({
      code: 'auth/operation-not-supported-in-this-environment',
    })
  })
})
