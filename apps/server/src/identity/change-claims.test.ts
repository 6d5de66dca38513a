import {
  projectId,
  startIdentityPlatformServer,
  type IdentityPlatformServer,
} from '@foyer/test-services/identity-platform-server'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import { createAdminIdentityPlatform } from './admin-identity-platform.ts'
import { createChangeClaims, type ChangeClaims } from './change-claims.ts'
import type { IdentityPlatform } from './identity-platform.ts'

const one = { uid: 'u-1', tenantId: null }

describeWithEachStore('changes of claims', (database) => {
  let platform: IdentityPlatformServer
  let identity: IdentityPlatform
  let changeClaims: ChangeClaims
  beforeAll(async () => {
    platform = await startIdentityPlatformServer()
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', platform.host)
    identity = createAdminIdentityPlatform({ projectId })
    changeClaims = createChangeClaims({ database: database(), identity })
  })
  afterAll(async () => {
    await platform.close()
    vi.unstubAllEnvs()
  })
  beforeEach(() => {
    platform.accounts.length = 0
    platform.onCall = () => {}
  })

  it('two changes at the same time do not undo each other', async () => {
    const account = platform.addAccount({ uid: 'u-1', claims: { role: 'driver' } })
    const changes = [1, 2, 3].map((number) =>
      changeClaims(one, (claims) => ({ ...claims, [`added-${number}`]: true })),
    )
    await Promise.all(changes)
    expect(account.claims).toEqual({
      role: 'driver',
      'added-1': true,
      'added-2': true,
      'added-3': true,
    })
  })

  it('changes of two accounts do not wait for each other', async () => {
    platform.addAccount({ uid: 'u-1' })
    const other = platform.addAccount({ uid: 'u-1', tenantId: 'Acme-x1y2z' })
    await changeClaims(one, async (claims) => {
      await changeClaims({ uid: 'u-1', tenantId: 'Acme-x1y2z' }, () => ({ role: 'driver' }))
      return claims
    })
    expect(other.claims).toEqual({ role: 'driver' })
  })

  it('who was so slow that somebody else may have changed the claims since sets none', async () => {
    const account = platform.addAccount({ uid: 'u-1' })
    const slow = changeClaims(one, async () => {
      await database().deleteFrom('turns').execute()
      return { role: 'late' }
    })
    await expect(slow).rejects.toMatchObject({ code: 'busy' })
    expect(account.claims).toEqual({})
  })

  it('an account that was deleted has no claims to change', async () => {
    await expect(changeClaims(one, () => ({}))).rejects.toMatchObject({ code: 'account-missing' })
  })
})
