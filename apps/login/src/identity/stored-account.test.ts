import { beforeEach, describe, expect, it } from 'vitest'
import { createStoredAccounts } from './stored-account.ts'

// IndexedDB is met in a real browser: e2e/src/sign-out.spec.ts, manual.spec.ts.
const blocked = (): never => {
  throw new DOMException('Access is denied', 'SecurityError')
}
const stsTokenManager = { accessToken: 'a', refreshToken: 'r', expirationTime: 1 }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('stored accounts where the database is blocked', () => {
  const accounts = createStoredAccounts(blocked, [() => localStorage, () => sessionStorage])

  it('are listed from web storage, of whichever tenant, and one of another form counts too', async () => {
    localStorage.setItem(
      'firebase:authUser:key:foyer:acme',
      JSON.stringify({ uid: 'ayse', tenantId: 'acme', stsTokenManager }),
    )
    sessionStorage.setItem('firebase:authUser:old-key:[DEFAULT]', '{')
    localStorage.setItem('language', 'tr')
    expect(await accounts.list()).toEqual([expect.objectContaining({ uid: 'ayse' }), null])
  })

  it('are all removed, and what a sign-in under way would make one of', async () => {
    localStorage.setItem('firebase:authUser:key:foyer:acme', '{}')
    sessionStorage.setItem('firebase:authUser:key:foyer:', '{}')
    sessionStorage.setItem('firebase:pendingRedirect:key:foyer:', '"true"')
    localStorage.setItem('language', 'tr')
    await accounts.removeAll()
    expect(Object.keys(localStorage)).toEqual(['language'])
    expect(sessionStorage).toHaveLength(0)
  })
})

it('there are none where all storage is blocked', async () => {
  const accounts = createStoredAccounts(blocked, [blocked, blocked])
  expect(await accounts.list()).toEqual([])
  await expect(accounts.removeAll()).resolves.toBeUndefined()
})

it('a database that does not answer leaves it open whether any is left', async () => {
  const databases = { open: () => new EventTarget() } as unknown as IDBFactory
  const accounts = createStoredAccounts(() => databases, [])
  await expect(accounts.list()).rejects.toMatchObject({ code: 'auth/timeout' })
})
