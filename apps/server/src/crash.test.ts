import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore, type StoreSettings } from './accounts/open-store.ts'
import type { CrashPoint } from './crash-point.ts'
import { deriveKeys } from './own-keys.ts'
import { signInvitation } from './registration/invitation.ts'
import { projectId, startIdentityPlatformServer } from './testing/identity-platform-server.ts'
import { startMailServer } from './testing/mail-server.ts'
import { createPageFixture } from './testing/page-fixture.ts'
import { startProvisioningServer } from './testing/provisioning-server.ts'
import { buildServer, startServer, type ServerProcess } from './testing/server-process.ts'
import { createTestStore } from './testing/test-store.ts'

const signingKey = Buffer.alloc(32, 5)
const publicUrl = 'http://localhost:4000'
const person = {
  firstName: 'Ayşe',
  lastName: 'Yılmaz',
  email: 'ayse@acme.example',
  company: 'Acme',
  language: 'tr',
}

/** What each kill needs to come about: a visitor who registers, a mail that is due, a first login. */
const kills: Array<[point: CrashPoint, by: 'registration' | 'mail' | 'welcome']> = [
  ['registration-asked', 'registration'],
  ['registration-recorded', 'registration'],
  ['account-created', 'registration'],
  ['claims-set', 'registration'],
  ['registration-finished', 'registration'],
  ['mail-taken', 'mail'],
  ['mail-accepted', 'mail'],
  ['welcome-begun', 'welcome'],
  ['welcome-kept', 'welcome'],
  ['welcome-announced', 'welcome'],
  ['welcome-recorded', 'welcome'],
  ['welcome-cleared', 'welcome'],
]

let file: string
beforeAll(async () => {
  file = await buildServer()
}, 60_000)
afterAll(() => rmSync(file))

describe.concurrent.each(['embedded', 'postgres'] as const)('a server that is killed', (kind) => {
  it(`at every point, on the ${kind} store, ends with one account, one row, one mail`, async () => {
    const { settings: store, remove } = await createTestStore(kind)
    const page = createPageFixture()
    const [platform, mailServer, provisioning] = await Promise.all([
      startIdentityPlatformServer(),
      startMailServer(),
      startProvisioningServer(),
    ])
    const environment = {
      FOYER_MODE: 'local',
      FOYER_PORT: '0',
      FOYER_PUBLIC_URL: publicUrl,
      FOYER_API_KEY: 'demo-api-key',
      FOYER_AUTH_DOMAIN: 'localhost',
      FOYER_PRODUCT_URL: 'http://localhost:4100/',
      FOYER_FUNCTION_URL: '/custom-token',
      FOYER_PROJECT_ID: projectId,
      FOYER_PAGE_DIR: page.directory,
      FOYER_SIGNING_KEY: signingKey.toString('base64'),
      FOYER_MAIL_URL: mailServer.url,
      FOYER_MAIL_FROM: 'no-reply@example.com',
      FOYER_PROVISIONING_URL: provisioning.url,
      FOYER_PROVISIONING_KEY: Buffer.alloc(32).toString('base64'),
      FIREBASE_AUTH_EMULATOR_HOST: platform.host,
      ...(store.kind === 'postgres'
        ? { DATABASE_URL: store.url }
        : { FOYER_DATA: store.dataFolder }),
    }
    const invitation = await signInvitation(
      {
        id: 'invitation-1',
        company: person.company,
        email: person.email,
        tenantId: null,
        language: null,
        expiresAt: new Date(Date.now() + 3_600_000),
      },
      deriveKeys(signingKey).invitation,
    )
    const idempotencyKey = randomUUID()
    const register = async ({ address }: ServerProcess) =>
      fetch(`${await address}/registration`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify({ ...person, invitation }),
      })
    const welcome = async ({ address }: ServerProcess) => {
      const [account] = platform.accounts
      if (account === undefined) throw new Error('there is no account to welcome')
      const token = platform.idToken(account, { jti: randomUUID() })
      return fetch(`${await address}/welcome/start?t=${token}`)
    }
    const actions = {
      registration: register,
      welcome,
      mail: () => Promise.reject(new Error('mail goes by itself')),
    }

    for (const [point, by] of kills) {
      const server = startServer(file, { ...environment, FOYER_LOCAL_CRASH_AT: point })
      // The answer dies with the process.
      const status = await persist(() => actions[by](server)).catch(() => null)
      expect([point, status]).toEqual([point, null])
      expect([point, await server.ended]).toEqual([point, 'SIGKILL'])
      if (store.kind === 'postgres') await letLeasesEnd(store)
    }

    const last = startServer(file, environment)
    expect(await persist(() => register(last))).toBe(201)
    expect(await persist(() => welcome(last))).toBe(200)
    await last.end('SIGTERM')

    expect(platform.accounts).toEqual([
      expect.objectContaining({ email: person.email, claims: {}, displayName: 'Ayşe Yılmaz' }),
    ])
    expect(new Set(mailServer.mails.map(({ messageId }) => messageId)).size).toBe(1)
    expect(provisioning.received.length).toBeGreaterThan(0)
    const { database, close } = await openStore(store)
    const [accounts, mails, audit] = await Promise.all([
      database.selectFrom('accounts').selectAll().execute(),
      database.selectFrom('outbox').selectAll().execute(),
      database.selectFrom('audit').select(['action', 'outcome']).execute(),
    ])
    await close()
    expect(accounts).toEqual([
      expect.objectContaining({ uid: platform.accounts[0]?.uid, welcomed_at: expect.any(Date) }),
    ])
    expect(mails).toEqual([expect.objectContaining({ state: 'sent', content: null })])
    expect(audit).toEqual([
      { action: 'registration', outcome: 'done' },
      { action: 'welcome', outcome: 'done' },
    ])

    page.remove()
    await Promise.all([remove(), platform.close(), mailServer.close(), provisioning.close()])
  }, 180_000)
})

/** Asks again, as the page does, while the server itself is still at what was left undone. */
async function persist(ask: () => Promise<Response>): Promise<number> {
  const { status } = await ask()
  if (status !== 409) return status
  await wait(50)
  return persist(ask)
}

/** As time would, which nobody should have to wait for. */
async function letLeasesEnd(store: StoreSettings) {
  const { database, close } = await openStore(store)
  await database.deleteFrom('turns').execute()
  await database
    .updateTable('outbox')
    .set({ due_at: new Date(0) })
    .where('state', '=', 'waiting')
    .execute()
  await close()
}
