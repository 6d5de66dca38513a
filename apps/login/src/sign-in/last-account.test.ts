import { expect, it } from 'vitest'
import { userOf } from '../testing/in-memory-identity.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createLastAccount } from './last-account.ts'

const search = '?mode=login&tid=acme'
const ayse = {
  user: { ...userOf('acme', { email: 'ayse@example.com' }), displayName: 'Ayşe Yılmaz' },
  providerId: 'google.com',
}

it('the account used last is stored when its sign-in is complete, for its tenant only', () => {
  const storage = createMemoryStorage()
  const lastAccount = createLastAccount(storage)
  lastAccount.note(ayse)
  expect(lastAccount.recall('acme')).toBeNull()
  lastAccount.keep(search)
  const account = { method: 'google.com', email: 'ayse@example.com', name: 'Ayşe Yılmaz' }
  expect(createLastAccount(storage).recall('acme')).toEqual(account)
  expect(createLastAccount(storage).recall('globex')).toBeNull()
  expect(createLastAccount(storage).recall(null)).toBeNull()
})

it('an account without a name has its email address as its name', () => {
  const lastAccount = createLastAccount(createMemoryStorage())
  lastAccount.note({ ...ayse, user: userOf(null, { email: 'ayse@example.com' }) })
  lastAccount.keep('?tid=_12345')
  expect(lastAccount.recall(null)?.name).toBe('ayse@example.com')
})

it.each([
  ['by phone', { user: userOf('acme'), providerId: 'phone' }],
  ['with a custom token', { user: userOf('acme'), providerId: null }],
])('a sign-in %s stores no account', (_how, credential) => {
  const lastAccount = createLastAccount(createMemoryStorage())
  lastAccount.note(credential)
  lastAccount.keep(search)
  expect(lastAccount.recall('acme')).toBeNull()
})

it.each([
  ['by phone', { user: userOf('acme'), providerId: 'phone' }],
  ['with a custom token', { user: userOf('acme'), providerId: null }],
  [
    'at a provider that is not complete',
    { user: userOf('acme', { email: 'emily@example.com' }), providerId: 'microsoft.com' },
  ],
])('a sign-in %s removes the account of the user before', (_how, credential) => {
  const storage = createMemoryStorage()
  const before = createLastAccount(storage)
  before.note(ayse)
  before.keep(search)
  createLastAccount(storage).note(credential)
  expect(storage.read('foyer:last-account')).toBeNull()
})

it('a forgotten account is not stored by the sign-in that is in progress', () => {
  const storage = createMemoryStorage()
  const lastAccount = createLastAccount(storage)
  lastAccount.note(ayse)
  lastAccount.keep(search)
  lastAccount.forget()
  lastAccount.keep(search)
  expect(storage.read('foyer:last-account')).toBeNull()
})

it.each(['', 'acme', 'acme\ngoogle.com\na@b.example', 'acme\nphone\na@b.example\nA', '{}'])(
  'the stored value %j is no account',
  (stored) => {
    expect(
      createLastAccount(createMemoryStorage({ 'foyer:last-account': stored })).recall('acme'),
    ).toBeNull()
  },
)
