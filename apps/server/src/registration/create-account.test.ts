import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readAudit } from '../audit/audit-trail.ts'
import { openStore, type Store } from '../store/open-store.ts'
import {
  ayse,
  createRegistrationFixture,
  type RegistrationFixture,
} from '../testing/registration-fixture.ts'
import { createTestStore } from '../testing/test-store.ts'
import { finishRegistration, type CreationDeps } from './create-account.ts'
import { insertRegistration, type StoredRegistration } from './registration-store.ts'

let store: Store
let fixture: RegistrationFixture
let outcomes: string[]
let since: Date

beforeAll(async () => {
  store = await openStore((await createTestStore('postgres')).settings)
  fixture = await createRegistrationFixture(store.database)
})
afterAll(async () => {
  await fixture.close()
  await store.close()
})
beforeEach(async () => {
  await fixture.reset()
  outcomes = []
  since = new Date()
})

const finishIt = (registration: StoredRegistration, changes: Partial<CreationDeps> = {}) =>
  finishRegistration(registration, {
    database: store.database,
    identity: fixture.identity,
    keys: fixture.keys,
    sendsMail: true,
    onFinished: (outcome) => void outcomes.push(outcome),
    ...changes,
  })

async function add(invitationId: string | null = randomUUID()): Promise<StoredRegistration> {
  const registration = await insertRegistration(store.database, {
    request: { ...ayse, language: 'en' },
    tenantId: 'Acme-x1y2z',
    invitationId,
    requestId: 'r-1',
  })
  if (registration === null) throw new Error('the invitation is used')
  return registration
}

const mails = () => store.database.selectFrom('outbox').select(['kind', 'content']).execute()
const accounts = () => store.database.selectFrom('accounts').select('uid').execute()
const audited = async () =>
  (await readAudit(store.database, { since, uid: null })).records.map(({ outcome, uid }) => ({
    outcome,
    uid,
  }))

it('a new account is recorded once, and its email is queued, however often the registration is finished', async () => {
  const registration = await add()
  for (const _time of [1, 2])
    expect(await finishIt(registration)).toMatchObject({ state: 'created', person: null })
  expect(outcomes).toEqual(['done'])
  expect(await audited()).toEqual([{ outcome: 'done', uid: registration.uid }])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.kind).toBe('account-created')
  expect(JSON.parse(mail?.content ?? '')).toEqual({
    to: ayse.email,
    language: 'en',
    firstName: 'Ayşe',
    tenantId: 'Acme-x1y2z',
  })
})

it('a new account gets no email if the server sends none', async () => {
  expect(await finishIt(await add(), { sendsMail: false })).toMatchObject({ state: 'created' })
  expect(await mails()).toEqual([])
})

it('a registration continues with the account that it created before a crash, and keeps its claims', async () => {
  const registration = await add()
  const { uid } = registration
  const claims = { role: 'editor' }
  const account = { uid, tenantId: 'Acme-x1y2z', email: ayse.email, claims }
  const created = fixture.platform.addAccount(account)
  expect(await finishIt(registration)).toMatchObject({ state: 'created' })
  expect(fixture.platform.accounts).toEqual([created])
  expect(created.claims).toEqual({ role: 'editor', firstLogin: true })
  expect(await accounts()).toEqual([{ uid }])
  expect(await mails()).toHaveLength(1)
  expect(outcomes).toEqual(['done'])
  expect(await audited()).toEqual([{ outcome: 'done', uid }])
})

it('a registration stays unfinished if its account is deleted before it has its claims', async () => {
  const { identity, platform } = fixture
  const registration = await add()
  const deletedThen: CreationDeps['identity'] = {
    ...identity,
    async accountByUid(uid, tenantId) {
      platform.accounts.length = 0
      return identity.accountByUid(uid, tenantId)
    },
  }
  await expect(finishIt(registration, { identity: deletedThen })).rejects.toMatchObject({
    name: 'IdentityError',
  })
  expect(outcomes).toEqual([])
  expect(await finishIt(registration)).toMatchObject({ state: 'created' })
})

it('a server that is so slow that another one has finished leaves the claims of a user who has signed in since', async () => {
  const { identity, platform } = fixture
  const registration = await add()
  const slow: CreationDeps['identity'] = {
    ...identity,
    async accountByUid(uid, tenantId) {
      await fixture.letTimePass()
      await finishIt(registration)
      await identity.setClaims(uid, tenantId, { role: 'editor' })
      return identity.accountByUid(uid, tenantId)
    },
  }
  await expect(finishIt(registration, { identity: slow })).rejects.toMatchObject({ code: 'busy' })
  expect(platform.accounts).toMatchObject([{ claims: { role: 'editor' } }])
  expect(outcomes).toEqual(['done'])
})

it.each<[string, () => unknown, string]>([
  [
    'that Identity Platform does not accept',
    () => (fixture.platform.failure = 'address-refused'),
    'registration-refused',
  ],
  [
    'that has an account',
    () => fixture.platform.addAccount({ uid: 'u-1', tenantId: 'Acme-x1y2z', email: ayse.email }),
    'already-registered',
  ],
])(
  'a registration with an email address %s is refused, recorded, and sends no email',
  async (_what, prepare, outcome) => {
    prepare()
    expect(await finishIt(await add())).toMatchObject({ state: 'refused', person: null })
    expect(outcomes).toEqual([outcome])
    expect(await audited()).toEqual([{ outcome, uid: null }])
    expect(await mails()).toEqual([])
    expect(await accounts()).toEqual([])
  },
)

it('no account is created before the user has confirmed the email address', async () => {
  expect(await finishIt(await add(null))).toMatchObject({ state: 'asked' })
  expect(fixture.platform.accounts).toEqual([])
  expect(outcomes).toEqual([])
})

it('no account is created without the data of its user', async () => {
  const registration = await add()
  await store.database.updateTable('registrations').set({ company: null }).execute()
  expect(await finishIt(registration)).toMatchObject({ state: 'creating', person: null })
  expect(fixture.platform.accounts).toEqual([])
})

it('a registration that was deleted meanwhile is not finished', async () => {
  const registration = await add()
  await store.database.deleteFrom('registrations').execute()
  await expect(finishIt(registration)).rejects.toThrow('the registration is gone')
  expect(fixture.platform.accounts).toEqual([])
})
