import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  startIdentityPlatformServer,
  type IdentityPlatformServer,
  type ServedAccount,
} from '@foyer/test-services/identity-platform-server'
import { startMailServer, type MailServer } from '@foyer/test-services/mail-server'
import { startPostgres, type PostgresServer } from '@foyer/test-services/postgres-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { migrateStoreCommand } from './cli/migrate-store-command.ts'
import { missingIndexes } from './store/indexes.ts'
import { migrate } from './store/migrations.ts'
import { connectStore } from './store/open-store.ts'
import { createInvitedUser } from './testing/invited-user.ts'
import { localEnvironment } from './testing/local-environment.ts'
import { laterVersions, schemaVersions as nextVersions } from './testing/next-schema-versions.ts'
import { createPageFixture } from './testing/page-fixture.ts'
import {
  buildNextServer,
  buildServer,
  startServer,
  type ServerProcess,
} from './testing/server-process.ts'

const rights = path.join(import.meta.dirname, '../../../deploy/postgres/server-rights.sql')
const signingKey = Buffer.alloc(32, 5)
const page = createPageFixture()
let builds: { released: string; next: string }
let postgres: PostgresServer
let platform: IdentityPlatformServer
let mailServer: MailServer
let environment: Record<string, string>
let ownerUrl: string
const running: ServerProcess[] = []

/** The database has an owner, who migrates, and a user who may not. */
async function createRoles() {
  await postgres.run(`
    create role foyer_owner login password 'owner';
    create role foyer_service login password 'service';
    ${readFileSync(rights, 'utf8').replaceAll(/\bfoyer\b/g, 'foyer_service')}`)
  const as = (user: string) => postgres.url.replace('foyer:foyer', user)
  ownerUrl = as('foyer_owner:owner')
  return as('foyer_service:service')
}

beforeAll(async () => {
  const started = await Promise.all([
    buildServer(),
    buildNextServer(),
    startPostgres(),
    startIdentityPlatformServer(),
    startMailServer(),
  ])
  builds = { released: started[0], next: started[1] }
  ;[, , postgres, platform, mailServer] = started
  environment = {
    ...localEnvironment(page.directory, signingKey),
    DATABASE_URL: await createRoles(),
    FOYER_MIGRATE: 'never',
    FOYER_TRUSTED_PROXIES: '127.0.0.1',
    FOYER_MAIL_URL: mailServer.url,
    FOYER_MAIL_FROM: 'no-reply@example.com',
    FIREBASE_AUTH_EMULATOR_HOST: platform.host,
  }
})
afterAll(async () => {
  await Promise.all(running.map((server) => server.end('SIGTERM')))
  await Promise.all([postgres.stop(), platform.close(), mailServer.close()])
  page.remove()
})

const launch = (version: keyof typeof builds) => startServer(builds[version], environment)

async function start(version: keyof typeof builds) {
  const server = launch(version)
  running.push(server)
  return { ...server, address: await server.address }
}

type Started = Awaited<ReturnType<typeof start>>

/** Why the server did not start. */
const refusal = (version: keyof typeof builds) =>
  launch(version).address.then(
    () => 'it has started',
    (error: Error) => error.message,
  )

async function withOwner<T>(
  work: (database: Awaited<ReturnType<typeof connectStore>>['database']) => Promise<T>,
) {
  const { database, close } = await connectStore({ kind: 'postgres', url: ownerUrl })
  try {
    return await work(database)
  } finally {
    await close()
  }
}

async function migrateStore(url = ownerUrl) {
  const printed: string[] = []
  const print = (text: string) => void printed.push(text)
  await migrateStoreCommand.run([], { DATABASE_URL: url }, print, print)
  return printed.join('\n')
}

let users = 0

/** Registers a user at one server, who gets an email and signs in for the first time at the other. */
async function expectToWork(first: Started, second: Started = first) {
  users += 1
  const email = `user-${users}@acme.example`
  const register = await createInvitedUser(email, signingKey)
  expect((await register(first.address)).status).toBe(201)
  const account = platform.accounts.find((one) => one.email === email) as ServedAccount
  const idToken = platform.idToken(account)
  expect((await fetch(`${second.address}/welcome/start?t=${idToken}`)).status).toBe(200)
  await vi.waitFor(() => expect(mailServer.mails.filter(({ to }) => to === email)).toHaveLength(1))
}

describe('servers whose user may not change the tables', () => {
  it('a server does not start before the tables are made, and says which command makes them', async () => {
    expect(await refusal('released')).toContain('Run: foyer migrate-store')
    environment['FOYER_MIGRATE'] = 'at-start'
    expect(await refusal('released')).toContain('Run: foyer migrate-store')
    environment['FOYER_MIGRATE'] = 'never'
  })

  it('the command says why the database cannot be used with its URL, and quotes no password', async () => {
    const isRefused = (user: string, reason: string) =>
      expect(migrateStore(postgres.url.replace('foyer:foyer', user))).rejects.toMatchObject({
        name: 'UsageError',
        message: `The database of DATABASE_URL cannot be used: ${reason}`,
      })
    await isRefused('nobody:secret', 'password authentication failed for user "nobody"')
    await isRefused('foyer_service:service', 'permission denied for schema public')
  })

  it('the command makes tables and indexes with the database as its only setting, and a server then needs no other right', async () => {
    expect(await migrateStore()).toContain('0001-accounts')
    expect(await migrateStore()).toBe('The tables are up to date.')
    expect(await withOwner(missingIndexes)).toEqual([])
    const server = await start('released')
    await expectToWork(server)
    expect((await fetch(`${server.address}/readyz/accounts`)).status).toBe(200)
    environment['FOYER_MIGRATE'] = 'at-start'
    await expectToWork(await start('released'))
    environment['FOYER_MIGRATE'] = 'never'
  })

  it('old and new servers work side by side, old ones restart after the migration, and a rollback needs no other step', async () => {
    const [old, other] = [await start('released'), await start('released')]
    expect(await refusal('next')).toContain('Run: foyer migrate-store')
    await withOwner((database) => migrate(database, nextVersions))
    await expectToWork(old)

    const next = await start('next')
    await Promise.all([expectToWork(old, next), expectToWork(next, other)])
    await other.end('SIGKILL')
    const restarted = await start('released')
    await Promise.all([expectToWork(restarted, next), expectToWork(next, restarted)])

    await Promise.all([next.end('SIGTERM'), old.end('SIGTERM')])
    await expectToWork(restarted)
    await expectToWork(await start('released'), restarted)
    // The database has refused no server anything, in the background either.
    const lines = running.flatMap((server) => server.log())
    expect(lines.filter((line) => line.includes('"severity":"ERROR"'))).toEqual([])
  })

  it('after a migration that removes what it uses, an old server does not start, and the new one does', async () => {
    await withOwner((database) => migrate(database, laterVersions))
    expect(await refusal('released')).toContain('of a newer version of Foyer')
    await start('next')
  })
})
