import { beforeEach, describe, expect, it } from 'vitest'
import { createAllAccounts } from './all-accounts.ts'

// IndexedDB is tested in a real browser: e2e/src/sign-out.spec.ts, manual.spec.ts.
const blocked = (): never => {
  throw new DOMException('Access is denied', 'SecurityError')
}
const stsTokenManager = { accessToken: 'a', refreshToken: 'r', expirationTime: 1 }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('stored accounts with a blocked database', () => {
  const accounts = createAllAccounts(blocked, [() => localStorage, () => sessionStorage])

  it('if the database is blocked, the accounts of every tenant are read from web storage, also in an unknown form', async () => {
    localStorage.setItem(
      'firebase:authUser:key:foyer:acme',
      JSON.stringify({ uid: 'ayse', tenantId: 'acme', stsTokenManager }),
    )
    sessionStorage.setItem('firebase:authUser:old-key:[DEFAULT]', '{')
    localStorage.setItem('language', 'tr')
    expect(await accounts.list()).toEqual([expect.objectContaining({ uid: 'ayse' }), null])
  })

  it('if the database is blocked, all accounts and every sign-in in progress are removed from web storage', async () => {
    localStorage.setItem('firebase:authUser:key:foyer:acme', '{}')
    sessionStorage.setItem('firebase:authUser:key:foyer:', '{}')
    sessionStorage.setItem('firebase:pendingRedirect:key:foyer:', '"true"')
    localStorage.setItem('language', 'tr')
    await accounts.removeAll()
    expect(Object.keys(localStorage)).toEqual(['language'])
    expect(sessionStorage).toHaveLength(0)
  })
})

it('there are no stored accounts if all storage is blocked', async () => {
  const accounts = createAllAccounts(blocked, [blocked, blocked])
  expect(await accounts.list()).toEqual([])
  await expect(accounts.removeAll()).resolves.toBeUndefined()
})

it('if the database does not respond, it is unknown whether an account is left', async () => {
  const databases = { open: () => new EventTarget() } as unknown as IDBFactory
  const accounts = createAllAccounts(() => databases, [])
  await expect(accounts.list()).rejects.toMatchObject({ code: 'auth/timeout' })
})
