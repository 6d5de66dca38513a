import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openStore } from './store/open-store.ts'
import {
  startIdentityPlatformServer,
  type IdentityPlatformServer,
  type ServedAccount,
} from '@foyer/test-services/identity-platform-server'
import { startMailServer, type MailServer } from '@foyer/test-services/mail-server'
import { localEnvironment } from './testing/local-environment.ts'
import { createInvitedUser, formOf, postAsPage } from './testing/invited-user.ts'
import { createPageFixture } from './testing/page-fixture.ts'
import { startPostgres, type PostgresServer } from '@foyer/test-services/postgres-server'
import { buildServer, startServer, type ServerProcess } from './testing/server-process.ts'

const signingKey = Buffer.alloc(32, 5)
const page = createPageFixture()
const folder = mkdtempSync(path.join(tmpdir(), 'foyer-instances-'))
const configFile = path.join(folder, 'config.json')
let file: string
let postgres: PostgresServer
let platform: IdentityPlatformServer
let mailServer: MailServer
let url: string
let environment: Record<string, string>
let instances: ServerProcess[]

beforeAll(async () => {
  ;[file, postgres, platform, mailServer] = await Promise.all([
    buildServer(),
    startPostgres(),
    startIdentityPlatformServer(),
    startMailServer(),
  ])
  writeFileSync(configFile, JSON.stringify({ selfRegistration: true }))
  url = postgres.url
  environment = {
    ...localEnvironment(page.directory, signingKey),
    DATABASE_URL: url,
    FOYER_TRUSTED_PROXIES: '127.0.0.1',
    FOYER_CONFIG_FILE: configFile,
    FOYER_MAIL_URL: mailServer.url,
    FOYER_MAIL_FROM: 'no-reply@example.com',
    FIREBASE_AUTH_EMULATOR_HOST: platform.host,
  }
  instances = [1, 2, 3].map(() => startServer(file, environment))
  await Promise.all(instances.map(({ address }) => address))
})
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')))
  await Promise.all([postgres.stop(), platform.close(), mailServer.close()])
  page.remove()
  rmSync(folder, { recursive: true })
})

const createVisitor = (email: string) => createInvitedUser(email, signingKey)

const accountsOf = (email: string) => platform.accounts.filter((account) => account.email === email)

const welcome = (address: string, idToken: string) => fetch(`${address}/welcome/start?t=${idToken}`)

/** Waits for an email and returns the token of its link. */
async function linkTo(email: string, name: string): Promise<string> {
  const pattern = new RegExp(`#${name}=(\\S+)`)
  return vi.waitFor(() => {
    const texts = mailServer.mails.filter(({ to }) => to === email).map(({ text }) => text)
    const token = pattern.exec(texts.join('\n'))?.[1]
    if (token === undefined) throw new Error('the email is not there')
    return token
  })
}

/** Sends a request to one instance after the other, like a load balancer with a page that retries. */
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
  it('three instances create each account once, although one of them is killed during the work', async () => {
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

  it('three instances share registration by email, the welcome and sign-in links, whichever of them gets a request', async () => {
    const email = 'linked@acme.example'
    const first = await (instances[0] as ServerProcess).address
    const second = await (instances[2] as ServerProcess).address
    const asked = await postAsPage(`${first}/registration`, formOf(email))
    expect(asked.status).toBe(202)
    expect(accountsOf(email)).toEqual([])
    const confirmation = await linkTo(email, 'confirmation')
    const confirmed = await postAsPage(`${second}/registration/confirmation`, { confirmation })
    expect(confirmed.status).toBe(201)
    expect(await confirmed.json()).toMatchObject({ customToken: expect.any(String) })

    const [account] = accountsOf(email) as [ServedAccount]
    expect(account).toMatchObject({ emailVerified: true, claims: { firstLogin: true } })
    const idToken = platform.idToken(account)
    const [one, other] = await Promise.all([
      welcome(first, idToken),
      welcome(second, platform.idToken(account, { jti: randomUUID() })),
    ])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(accountsOf(email)).toMatchObject([{ claims: {} }])

    expect((await postAsPage(`${second}/sign-in-link`, { email, language: 'en' })).status).toBe(202)
    const link = await linkTo(email, 'sign-in-link')
    const used = await postAsPage(`${first}/sign-in-link/use`, { link })
    expect(await used.json()).toEqual({ token: expect.any(String) })
    expect((await postAsPage(`${second}/sign-in-link/use`, { link })).status).toBe(410)
  })

  it('an email that is being sent at SIGTERM is finished, and the other instances do not send it again', async () => {
    mailServer.acceptsAfterMs = 3_000
    const stopping = startServer(file, environment)
    const addresses = [0, 1, 2].map((place) => `slow-${place}@acme.example`)
    const address = await stopping.address
    await Promise.all(
      addresses.map((email) => postAsPage(`${address}/registration`, formOf(email))),
    )
    const received = () => mailServer.mails.filter(({ to }) => addresses.includes(to))
    await vi.waitFor(() => expect(received()).toHaveLength(3), 30_000)
    // Any of the instances may have taken them.
    const stopped = [stopping, ...instances.splice(0)]
    await Promise.all(stopped.map((instance) => instance.end('SIGTERM')))
    mailServer.acceptsAfterMs = 0
    instances = [1, 2, 3].map(() => startServer(file, environment))
    await Promise.all(instances.map((instance) => instance.address))

    const { database, close } = await openStore({ kind: 'postgres', url })
    // An email that was cut off would be due now.
    await database
      .updateTable('outbox')
      .set({ due_at: new Date(0) })
      .execute()
    const waiting = () => database.selectFrom('outbox').where('state', '=', 'waiting').execute()
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), 30_000)
    await close()
    expect(received()).toHaveLength(3)
  })

  it('three instances serve the page during a database outage, ask clients to retry, and recover by themselves', async () => {
    const { address: listening } = instances[0] as ServerProcess
    const address = await listening
    const register = await createVisitor('late@acme.example')
    const newUser = platform.addAccount({ uid: 'new-user', claims: { firstLogin: true } })
    const idToken = platform.idToken(newUser)
    await postgres.interrupt()

    const answer = await register(address)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    const waiting = await welcome(address, idToken)
    expect(waiting.status).toBe(503)
    expect(waiting.headers.get('retry-after')).toBe('5')
    expect(newUser.claims).toEqual({ firstLogin: true })
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
    expect(accountsOf('late@acme.example')).toHaveLength(1)
    expect((await welcome(lateAddress, idToken)).status).toBe(200)
    expect(newUser.claims).toEqual({})

    // Many requests and workers failed in the outage, but the log has only a few lines about it.
    const errors = late.log().filter((line) => line.includes('"severity":"ERROR"'))
    expect(errors).toEqual([expect.stringContaining('"msg":"the database is unavailable"')])
  })

  it('a server that no longer offers email links ends those that were sent, and takes the account back from a stranger', async () => {
    const methodsFile = path.join(folder, 'methods.json')
    const started = async (methods: string[]) => {
      writeFileSync(methodsFile, JSON.stringify({ methods }))
      const server = startServer(file, {
        ...environment,
        FOYER_CONFIG_FILE: methodsFile,
        FOYER_EMULATOR_URL: `http://${platform.host.replace('127.0.0.1', 'localhost')}`,
      })
      instances.push(server)
      return server.address
    }
    // They offer no email links, so they would drop the email.
    await Promise.all(instances.splice(0).map((instance) => instance.end('SIGTERM')))
    const [first, email] = [await started(['emailLink']), 'owner@acme.example']
    const account = platform.addAccount({ uid: 'owner', email, emailVerified: true })
    const waiting = { email, secret: 's'.repeat(43) }
    const id = randomUUID()
    const post = async (to: string, body: object, key?: string) => {
      const answer = await postAsPage(to, body, key)
      return { statusCode: answer.status, ...((await answer.json()) as { code?: string }) }
    }
    await post(`${first}/email-link`, { ...waiting, language: 'en' }, id)
    const link = await linkTo(email, 'sign-in-link')
    const { code } = await post(`${first}/email-link/code`, { link })
    const entered = await post(`${first}/email-link/enter`, { ...waiting, id, code })
    expect(entered).toMatchObject({ status: 'done' })
    account.password = 'of-the-stranger'

    const second = await started(['google.com'])
    const again = await post(`${second}/email-link`, { ...waiting, language: 'en' })
    expect(again).toMatchObject({ code: 'permission-denied' })
    const shown = await post(`${second}/email-link/code`, { link })
    expect(shown).toMatchObject({ code: 'sign-in-link-expired' })
    const refused = await post(`${second}/email-link/refuse`, { link })
    expect(refused).toEqual({ statusCode: 200, status: 'used' })
    expect(account).toMatchObject({ disabled: false, password: expect.stringMatching(/^aA1!/) })
  })
})
