import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from './store/open-store.ts'
import { deriveKeys } from './keys/own-keys.ts'
import { signInvitation } from './registration/invitation.ts'
import {
  startIdentityPlatformServer,
  type IdentityPlatformServer,
} from '@foyer/test-services/identity-platform-server'
import { localEnvironment } from './testing/local-environment.ts'
import { createPageFixture } from './testing/page-fixture.ts'
import { startPostgres, type PostgresServer } from '@foyer/test-services/postgres-server'
import { buildServer, startServer, type ServerProcess } from './testing/server-process.ts'

const signingKey = Buffer.alloc(32, 5)
const page = createPageFixture()
let file: string
let postgres: PostgresServer
let platform: IdentityPlatformServer
let url: string
let environment: Record<string, string>
let instances: ServerProcess[]

beforeAll(async () => {
  ;[file, postgres, platform] = await Promise.all([
    buildServer(),
    startPostgres(),
    startIdentityPlatformServer(),
  ])
  url = postgres.url
  environment = {
    ...localEnvironment(page.directory, signingKey),
    DATABASE_URL: url,
    FOYER_TRUSTED_PROXIES: '127.0.0.1',
    FIREBASE_AUTH_EMULATOR_HOST: platform.host,
  }
  instances = [1, 2, 3].map(() => startServer(file, environment))
  await Promise.all(instances.map(({ address }) => address))
})
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')))
  await Promise.all([postgres.stop(), platform.close()])
  page.remove()
  rmSync(file)
})

let visitors = 0

async function createVisitor(email: string) {
  const company = 'Acme'
  const invitation = await signInvitation(
    {
      id: email,
      company,
      email,
      tenantId: null,
      language: null,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
    deriveKeys(signingKey).invitation,
  )
  const key = randomUUID()
  visitors += 1
  const place = visitors
  const form = { firstName: 'Ayşe', lastName: 'Yılmaz', company, email, language: 'tr' }
  return (address: string) =>
    fetch(`${address}/registration`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        // Each from a place of their own, or they would be too many for one.
        'x-forwarded-for': `192.0.2.${place}`,
      },
      body: JSON.stringify({ ...form, invitation }),
    })
}

/** Asks one instance after another, as a load balancer and a patient page do. */
async function untilCreated(register: (address: string) => Promise<Response>, first: number) {
  for (let attempt = first; attempt < first + 200; attempt += 1) {
    const { address } = instances[attempt % instances.length] as ServerProcess
    const status = await register(await address).then(
      (answer) => answer.status,
      () => null,
    )
    if (status === 201) return
    expect([null, 409, 503]).toContain(status)
    await wait(50)
  }
  throw new Error('nobody made the account')
}

async function untilReady(address: string): Promise<void> {
  if ((await fetch(`${address}/readyz/accounts`)).status === 200) return
  await wait(100)
  await untilReady(address)
}

describe('three instances on one Postgres', () => {
  it('make each account once, although one of them is killed at its work', async () => {
    const addresses = Array.from({ length: 24 }, (_, index) => `person-${index}@acme.example`)
    const arrivals = await Promise.all(addresses.map(createVisitor))
    const registered = arrivals.map((register, index) => untilCreated(register, index))
    await registered[0]
    await instances[1]?.end('SIGKILL')
    await Promise.all(registered)

    expect(platform.accounts).toHaveLength(addresses.length)
    expect(new Set(platform.accounts.map(({ email }) => email))).toEqual(new Set(addresses))
    const { database, close } = await openStore({ kind: 'postgres', url })
    const rows = await database.selectFrom('accounts').select('uid').execute()
    await close()
    expect(rows).toHaveLength(addresses.length)
    expect(new Set(rows.map(({ uid }) => uid))).toEqual(
      new Set(platform.accounts.map(({ uid }) => uid)),
    )
  })

  it('show the page while the database is away, say when to come back, and recover by themselves', async () => {
    const { address: listening } = instances[0] as ServerProcess
    const address = await listening
    const register = await createVisitor('late@acme.example')
    await postgres.interrupt()

    const answer = await register(address)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    const ready = await fetch(`${address}/readyz/accounts`)
    expect(ready.status).toBe(503)
    expect(ready.headers.get('retry-after')).toBe('5')
    for (const path of ['/', '/config.json', '/healthz', '/readyz'])
      expect((await fetch(address + path)).status).toBe(200)

    const late = startServer(file, environment)
    instances.push(late)
    const lateAddress = await late.address
    expect((await register(lateAddress)).status).toBe(503)
    expect((await fetch(lateAddress)).status).toBe(200)

    await postgres.resume()
    await untilCreated(register, 0)
    expect((await fetch(`${address}/readyz/accounts`)).status).toBe(200)
    await untilReady(lateAddress)
    expect((await register(lateAddress)).status).toBe(201)

    // Many requests and workers met the outage, of which the log says little.
    const errors = late.log().filter((line) => line.includes('"severity":"ERROR"'))
    expect(errors).toEqual([expect.stringContaining('"msg":"the database is unavailable"')])
  })
})
