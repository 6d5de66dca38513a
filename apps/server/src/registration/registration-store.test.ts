import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore, type Store } from '../store/open-store.ts'
import { ayse } from '../testing/registration-fixture.ts'
import { createTestStore } from '../testing/test-store.ts'
import {
  emailOfAccount,
  findByKey,
  fingerprintOf,
  finish,
  findRegistration,
  insertRegistration,
  lockByInvitation,
  lockRegistration,
  startCreating,
  storeKey,
  toRegistration,
} from './registration-store.ts'

describe('the fingerprint of a request', () => {
  const key = '0b5e1c5e-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
  const { bodyHash, keyHash } = fingerprintOf(key, { a: '1', b: '2', c: '3' })

  it('the same body with its fields in another order is the same request', () => {
    for (const body of [
      { a: '1', c: '3', b: '2' },
      { b: '2', a: '1', c: '3' },
      { c: '3', b: '2', a: '1' },
    ])
      expect(fingerprintOf(key, body).bodyHash).toBe(bodyHash)
  })

  it('a body with another value, or with its values exchanged, is another request', () => {
    expect(fingerprintOf(key, { a: '1', b: '2', c: '4' }).bodyHash).not.toBe(bodyHash)
    expect(fingerprintOf(key, { a: '2', b: '1', c: '3' }).bodyHash).not.toBe(bodyHash)
  })

  it('a key in capital letters is the same key', () => {
    expect(fingerprintOf(key.toUpperCase(), {}).keyHash).toBe(keyHash)
    expect(fingerprintOf(randomUUID(), {}).keyHash).not.toBe(keyHash)
  })
})

describe('a registration from the database', () => {
  const row = {
    id: 'r-1',
    state: 'creating' as const,
    tenant_id: '',
    uid: 'u-1',
    email: 'ayse@acme.example',
    first_name: 'Ayşe',
    last_name: 'Yılmaz',
    company: 'Acme',
    language: 'tr' as const,
    request_id: null,
    attempts: 0,
    created_at: new Date(),
    finished_at: null,
  }

  it('a registration has its person while all their data is kept', () => {
    const person = { email: row.email, firstName: 'Ayşe', lastName: 'Yılmaz', company: 'Acme' }
    expect(toRegistration(row).person).toEqual(person)
  })

  it.each(['email', 'first_name', 'last_name', 'company'])(
    'a registration without %s has no person',
    (column) => {
      expect(toRegistration({ ...row, [column]: null }).person).toBeNull()
    },
  )
})

describe('registrations in the database', () => {
  let store: Store
  beforeAll(async () => {
    store = await openStore((await createTestStore('postgres')).settings)
  })
  afterAll(() => store.close())

  const add = async (invitationId: string | null) => {
    const registration = await insertRegistration(store.database, {
      request: { ...ayse, language: 'tr' },
      tenantId: null,
      invitationId,
      requestId: 'r-1',
    })
    if (registration === null) throw new Error('the invitation is used')
    return registration
  }

  it('a registration gets a uid as long as those of Identity Platform', async () => {
    expect((await add(null)).uid).toMatch(/^[0-9a-f]{28}$/)
  })

  it('a registration waits for a confirmation, unless an invitation has proved the email address', async () => {
    expect(await add(null)).toMatchObject({ state: 'asked' })
    expect(await add(randomUUID())).toMatchObject({ state: 'creating' })
  })

  it('an invitation belongs to the first registration that uses it', async () => {
    const invitationId = randomUUID()
    const { id } = await add(invitationId)
    const again = { request: { ...ayse, language: 'tr' as const }, tenantId: null, invitationId }
    expect(await insertRegistration(store.database, { ...again, requestId: 'r-2' })).toBeNull()
    expect(await lockByInvitation(store.database, invitationId)).toMatchObject({ id })
  })

  it('a registration, account or key that is not there is not found', async () => {
    const id = randomUUID()
    expect(await findRegistration(store.database, id)).toBeNull()
    expect(await lockRegistration(store.database, id)).toBeNull()
    expect(await lockByInvitation(store.database, id)).toBeNull()
    expect(await findByKey(store.database, id)).toBeNull()
    expect(await emailOfAccount(store.database, id, null)).toBeNull()
  })

  it('a key belongs to the registration that stored it first', async () => {
    const [first, second] = [await add(null), await add(null)]
    const fingerprint = fingerprintOf(randomUUID(), {})
    await storeKey(store.database, fingerprint, 'mail', first.id)
    await expect(storeKey(store.database, fingerprint, 'mail', second.id)).rejects.toMatchObject({
      code: 'aborted',
    })
    expect(await findByKey(store.database, fingerprint.keyHash)).toEqual({
      purpose: 'mail',
      bodyHash: fingerprint.bodyHash,
      registration: first,
    })
  })

  it('a registration is finished once, whether it waits for a confirmation or for its account', async () => {
    const [asked, creating] = [await add(null), await add(null)]
    await startCreating(store.database, creating.id)
    for (const { id } of [asked, creating]) {
      expect(await finish(store.database, id, 'refused')).toBe(true)
      expect(await finish(store.database, id, 'created')).toBe(false)
      expect(await findRegistration(store.database, id)).toMatchObject({
        state: 'refused',
        person: null,
        finishedAt: expect.any(Date),
      })
    }
  })
})
