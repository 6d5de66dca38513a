import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openStore } from './store/open-store.ts'
import type { StoreSettings } from './store/store-settings.ts'
import type { CrashPoint } from './crash-points/crash-points.ts'
import { deriveKeys } from './keys/derived-keys.ts'
import { signInvitation } from './registration/invitation.ts'
import { startIdentityPlatformServer } from '@foyer/test-services/identity-platform-server'
import { localEnvironment } from './testing/local-environment.ts'
import { startMailServer } from '@foyer/test-services/mail-server'
import { createPageFixture } from './testing/page-fixture.ts'
import { startProvisioningServer } from '@foyer/test-services/provisioning-server'
import { buildServer, startServer, type ServerProcess } from './testing/server-process.ts'
import { createTestStore } from './testing/test-store.ts'

const signingKey = Buffer.alloc(32, 5)

/** The crash points, in two groups that run in parallel. */
const points: Record<'registering' | 'welcoming', CrashPoint[]> = {
  registering: [
    'registration-asked',
    'registration-recorded',
    'account-created',
    'claims-set',
    'registration-finished',
    'mail-taken',
    'mail-accepted',
  ],
  welcoming: [
    'welcome-begun',
    'welcome-kept',
    'welcome-announced',
    'welcome-recorded',
    'welcome-cleared',
  ],
}

/**
 * Both stores run the same statements, but the embedded one starts slowly. So it is killed only where another
 * system has changed and no row records it yet.
 */
const pointsOf = {
  postgres: points,
  embedded: {
    registering: ['account-created', 'mail-accepted'],
    welcoming: ['welcome-announced', 'welcome-cleared'],
  },
} satisfies Record<StoreSettings['kind'], Record<keyof typeof points, CrashPoint[]>>

let file: string
beforeAll(async () => {
  file = await buildServer()
})

describe.concurrent.each([
  ['embedded', 'registering'],
  ['postgres', 'registering'],
  ['embedded', 'welcoming'],
  ['postgres', 'welcoming'],
] as const)('a server on the %s store that is killed while %s', (kind, way) => {
  it(`the ${kind} store has one account, one row and one email after a crash at any step of ${way} and a restart`, async () => {
    const fixture = await createFixture(kind)
    for (const point of pointsOf[kind][way]) {
      // A server of its own: the one before may still record that it has sent its last email.
      let server = fixture.start()
      const person = await fixture.invite(point)
      const isReady = way === 'registering' || (await person.register(server)) === 201
      expect([point, isReady]).toEqual([point, true])

      fixture.crashAt(point)
      // The response is lost with the process, or was sent before the email at which the process was killed.
      await (way === 'welcoming' ? person.welcome(server) : person.register(server)).catch(() => {})
      expect([point, await server.ended]).toEqual([point, 'SIGKILL'])

      fixture.crashAt(null)
      await fixture.letLeasesEnd()
      server = fixture.start()
      expect([point, await person.register(server)]).toEqual([point, 201])
      expect([point, await person.welcome(server)]).toEqual([point, 200])
      // An email is sent again, with the same id, if it was accepted but not recorded before the crash.
      const deliveries = point === 'mail-accepted' ? 2 : 1
      await vi.waitFor(() => expect(person.mails().length).toBeGreaterThanOrEqual(deliveries), {
        timeout: 300_000,
        interval: 50,
      })
      expect([point, new Set(person.mails()).size]).toEqual([point, 1])
      expect(person.accounts()).toEqual([
        expect.objectContaining({ claims: {}, displayName: 'Ayşe Yılmaz' }),
      ])
      await server.end('SIGTERM')
    }

    for (const rows of await fixture.rowsOfEach(pointsOf[kind][way]))
      expect(rows).toEqual({
        accounts: [expect.objectContaining({ welcomed_at: expect.any(Date) })],
        mails: [expect.objectContaining({ state: 'sent', content: null })],
        audit: ['registration done', 'welcome done'],
        announcements: 1,
      })
    await fixture.close()
  })
})

async function createFixture(kind: StoreSettings['kind']) {
  const { settings: store, remove } = await createTestStore(kind)
  const page = createPageFixture()
  const [platform, mailServer, provisioning] = await Promise.all([
    startIdentityPlatformServer(),
    startMailServer(),
    startProvisioningServer(),
  ])
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-crash-'))
  const crashFile = path.join(folder, 'point')
  const crashAt = (point: CrashPoint | null) => writeFileSync(crashFile, point ?? '')
  crashAt(null)

  const environment = {
    ...localEnvironment(page.directory, signingKey),
    FOYER_MAIL_URL: mailServer.url,
    FOYER_MAIL_FROM: 'no-reply@example.com',
    FOYER_PROVISIONING_URL: provisioning.url,
    FOYER_PROVISIONING_KEY: Buffer.alloc(32).toString('base64'),
    FOYER_LOCAL_CRASH_FILE: crashFile,
    FIREBASE_AUTH_EMULATOR_HOST: platform.host,
    ...(store.kind === 'postgres' ? { DATABASE_URL: store.url } : { FOYER_DATA: store.dataFolder }),
  }
  const addressOf = (name: string) => `${name}@acme.example`
  const accountsOf = (name: string) =>
    platform.accounts.filter(({ email }) => email === addressOf(name))

  return {
    crashAt,
    start: () => startServer(file, environment),

    /** A new user and the outcome of the registration. */
    async invite(name: string) {
      const email = addressOf(name)
      const expiresAt = new Date(Date.now() + 3_600_000)
      const invitation = await signInvitation(
        { id: name, company: 'Acme', email, tenantId: null, language: null, expiresAt },
        deriveKeys(signingKey).invitation,
      )
      const idempotencyKey = randomUUID()
      const person = { firstName: 'Ayşe', lastName: 'Yılmaz', email, company: 'Acme' }
      return {
        register: ({ address }: ServerProcess) =>
          persist(async () =>
            fetch(`${await address}/registration`, {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
              body: JSON.stringify({ ...person, language: 'tr', invitation }),
            }),
          ),
        welcome: ({ address }: ServerProcess) =>
          persist(async () => {
            const [account] = accountsOf(name)
            if (account === undefined) throw new Error('there is no account to welcome')
            const token = platform.idToken(account, { jti: randomUUID() })
            return fetch(`${await address}/welcome/start?t=${token}`)
          }),
        accounts: () => accountsOf(name),
        /** The ids of the received emails. */
        mails: () =>
          mailServer.mails.filter(({ to }) => to === email).map(({ messageId }) => messageId),
      }
    },

    /**
     * Ends all leases, so that the test need not wait for them. The embedded store does this itself at its
     * start.
     */
    async letLeasesEnd() {
      if (store.kind === 'embedded') return
      const { database, close } = await openStore(store)
      await database.deleteFrom('turns').execute()
      await database
        .updateTable('outbox')
        .set({ due_at: new Date(0) })
        .where('state', '=', 'waiting')
        .execute()
      await close()
    },

    /** The final data about each user in the store and in the other system. */
    async rowsOfEach(names: readonly string[]) {
      const { database, close } = await openStore(store)
      const [accounts, mails, audit, registrations] = await Promise.all([
        database.selectFrom('accounts').selectAll().execute(),
        database.selectFrom('outbox').selectAll().execute(),
        database.selectFrom('audit').select(['action', 'outcome', 'uid']).orderBy('id').execute(),
        database.selectFrom('registrations').select(['id', 'uid']).execute(),
      ])
      await close()
      return names.map((name) => {
        const uid = accountsOf(name)[0]?.uid
        const registration = registrations.find((row) => row.uid === uid)
        const reports = provisioning.received.filter(({ body }) => body.includes(`"${uid}"`))
        return {
          accounts: accounts.filter((row) => row.uid === uid),
          mails: mails.filter((row) => row.registration_id === registration?.id),
          audit: audit
            .filter((row) => row.uid === uid)
            .map(({ action, outcome }) => `${action} ${outcome}`),
          announcements: new Set(reports.map(({ headers }) => headers['idempotency-key'])).size,
        }
      })
    },

    async close() {
      page.remove()
      rmSync(folder, { recursive: true })
      await Promise.all([remove(), platform.close(), mailServer.close(), provisioning.close()])
    },
  }
}

/**
 * Retries like the page while the server itself continues the unfinished work (409), or took too long on a
 * busy machine (504).
 */
async function persist(ask: () => Promise<Response>): Promise<number> {
  const { status } = await ask()
  if (status !== 409 && status !== 504) return status
  await wait(50)
  return persist(ask)
}
