import { randomUUID } from 'node:crypto'
import type { Config } from '@foyer/contract/config'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readAudit } from '../audit/audit-trail.ts'
import type { QueuedMail } from '../mail/outbox.ts'
import { openStore, type Store } from '../store/open-store.ts'
import {
  ayse,
  createRegistrationFixture,
  type RegistrationFixture,
} from '../testing/registration-fixture.ts'
import { createSettings } from '../testing/settings-fixture.ts'
import { createTestStore } from '../testing/test-store.ts'
import { createRegistrationMail } from './registration-mail.ts'
import { findRegistration, finish, insertRegistration } from './registration-store.ts'

let store: Store
let fixture: RegistrationFixture

beforeAll(async () => {
  store = await openStore((await createTestStore('postgres')).settings)
  fixture = await createRegistrationFixture(store.database)
})
afterAll(async () => {
  await fixture.close()
  await store.close()
})
beforeEach(() => fixture.reset())

const createMail = (changes: Partial<Config> = {}) =>
  createRegistrationMail({
    database: store.database,
    identity: fixture.identity,
    keys: fixture.keys,
    publicUrl: 'https://login.example.com',
    config: { ...createSettings().config, ...changes },
  })

const queued = (
  kind: QueuedMail['kind'],
  {
    subjectId = randomUUID(),
    tenantId = null,
  }: { subjectId?: string; tenantId?: string | null } = {},
): QueuedMail => ({
  id: randomUUID(),
  kind,
  subjectId,
  attempts: 1,
  createdAt: new Date(),
  content: { to: ayse.email, firstName: ayse.firstName, language: 'tr', tenantId },
})

async function draftToSend(mail: ReturnType<typeof createMail>, asked: QueuedMail) {
  const draft = await mail.draftOf(asked)
  if (draft === null) throw new Error('there is nothing to send')
  return draft
}

async function addAsked() {
  const registration = await insertRegistration(store.database, {
    request: { ...ayse, language: 'tr' },
    tenantId: null,
    invitationId: null,
    requestId: 'r-1',
  })
  return registration?.id ?? ''
}

const stateOf = async (id: string) => (await findRegistration(store.database, id))?.state

it('the email about a new account leads to the product and names the methods of its tenant', async () => {
  const mail = createMail({
    methods: ['google.com'],
    tenants: { 'Acme-x1y2z': { name: 'Acme', methods: ['microsoft.com', 'phone'] } },
  })
  expect(await mail.draftOf(queued('account-created', { tenantId: 'Acme-x1y2z' }))).toMatchObject({
    topic: 'account-created',
    link: 'https://app.corp.example/',
    language: 'tr',
    firstName: 'Ayşe',
    methods: ['microsoft.com', 'phone'],
  })
  expect(await mail.draftOf(queued('account-created'))).toMatchObject({ methods: ['google.com'] })
})

it.each<[string, Partial<Config>, string[]]>([
  ['names the link first if links are on', { signInLink: true }, ['email-link', 'google.com']],
  ['does not name the link if links are off', { signInLink: false }, ['google.com']],
  ['does not name the link if the configuration says nothing', {}, ['google.com']],
])('the email about a new account %s', async (_what, changes, methods) => {
  const mail = createMail({ methods: ['google.com'], ...changes })
  expect(await mail.draftOf(queued('account-created'))).toMatchObject({ methods })
})

it('no email asks to confirm a registration that has ended or was deleted', async () => {
  const ended = await addAsked()
  await finish(store.database, ended, 'refused')
  const mail = createMail()
  expect(await mail.draftOf(queued('registration-asked', { subjectId: ended }))).toBeNull()
  expect(await mail.draftOf(queued('registration-asked'))).toBeNull()
})

it('a registration ends when its user was told that they have an account, and the audit trail says so once', async () => {
  const id = await addAsked()
  fixture.platform.addAccount({ uid: 'u-1', email: ayse.email })
  const since = new Date()
  const [mail, asked] = [createMail(), queued('registration-asked', { subjectId: id })]
  const draft = await draftToSend(mail, asked)
  expect(draft.topic).toBe('already-registered')
  // A worker may die after it has ended the registration, so another one sends the email again.
  for (const _time of [1, 2]) {
    await mail.onSent(asked, draft)
    expect(await stateOf(id)).toBe('refused')
    const { records } = await readAudit(store.database, { since, uid: null })
    expect(records).toEqual([
      expect.objectContaining({
        action: 'registration',
        outcome: 'already-registered',
        subject: expect.stringMatching(/^[0-9a-f]{32}$/),
      }),
    ])
  }
})

it('a registration goes on after the email that asks to confirm it was sent', async () => {
  const id = await addAsked()
  const [mail, asked] = [createMail(), queued('registration-asked', { subjectId: id })]
  const draft = await draftToSend(mail, asked)
  expect(draft.topic).toBe('confirm-address')
  await mail.onSent(asked, draft)
  expect(await stateOf(id)).toBe('asked')
})
