import { randomUUID } from 'node:crypto'
import { Agent, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeFor } from '../email-code/email-codes.ts'
import { openStore, type Store } from '../store/open-store.ts'
import {
  createRegistrationFixture,
  type RegistrationFixture,
} from '../testing/registration-fixture.ts'
import { createTestStore } from '../testing/test-store.ts'

const count = 1_000
const tid = 'Acme-x1y2z'
const numbers = Array.from({ length: count }, (_each, index) => index)
const known = (index: number) => `user@known-${index}.example`
const unknown = (index: number) => `user@other-${index}.example`
const domains = new Map(numbers.map((index) => [known(index), tid]))

let store: Store
let fixture: RegistrationFixture
let app: ReturnType<RegistrationFixture['createServer']>
let port: number
/** As many addresses of this machine as there are clients, because a client has a limit. */
const clients = Array.from(
  { length: 100 },
  (_each, index) => new Agent({ keepAlive: true, localAddress: `127.0.1.${index + 1}` }),
)

beforeAll(async () => {
  const { settings } = await createTestStore('postgres')
  store = await openStore(settings)
  fixture = await createRegistrationFixture(store.database)
  app = fixture.createServer(true, undefined, {
    mode: 'code',
    companyOf: (email) => domains.get(email) ?? null,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})

afterAll(async () => {
  for (const agent of clients) agent.destroy()
  await app.close()
  await fixture.close()
  await store.close()
})

/** The whole response, without what differs between any two: the request's id and the date. */
async function post(path: string, key: string, body: object, client: number): Promise<string> {
  const payload = JSON.stringify(body)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      path,
      method: 'POST',
      agent: clients[client % clients.length],
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
    })
    sent.on('response', resolve).on('error', reject).end(payload)
  })
  const raw = response.rawHeaders.filter(
    (_value, index, all) => !/^(?:x-request-id|date)$/i.test(all[index - (index % 2)] ?? ''),
  )
  return [response.statusCode, ...raw, await text(response)].join('\n')
}

/** The different responses to known and to unknown email addresses. */
async function answersTo(ask: (email: string, client: number) => Promise<string>) {
  const answers = { known: new Set<string>(), unknown: new Set<string>() }
  for (const start of numbers.filter((index) => index % 20 === 0)) {
    const batch = numbers.slice(start, start + 20)
    await Promise.all(
      batch.flatMap((index) => [
        ask(known(index), index).then((answer) => answers.known.add(answer)),
        ask(unknown(index), index).then((answer) => answers.unknown.add(answer)),
      ]),
    )
  }
  return answers
}

it('a thousand known and a thousand unknown domains get the same response, byte for byte, and so do their codes (K5d)', async () => {
  const ids = new Map<string, string>()
  const secret = 'x'.repeat(43)
  const asked = await answersTo((email, client) => {
    const id = randomUUID()
    ids.set(email, id)
    return post('/company', id, { email, secret, language: 'en' }, client)
  })
  expect(asked.known).toEqual(asked.unknown)
  expect([...asked.known]).toEqual([
    expect.stringMatching(/^202\n(.*\n)*\{"status":"mail-sent"\}$/),
  ])

  const entered = await answersTo((email, client) => {
    const id = ids.get(email) ?? ''
    // One of two thousand could otherwise be right.
    const subject = { id, email, purpose: 'company', tenantId: null } as const
    const code = codeFor(subject, fixture.keys) === '000000' ? '000001' : '000000'
    const body = { id, email, secret, code }
    return post('/company/code', randomUUID(), body, client)
  })
  expect(entered.known).toEqual(entered.unknown)
  expect([...entered.known]).toEqual([expect.stringMatching(/^200\n(.*\n)*\{"status":"wrong"\}$/)])

  const emails = await store.database.selectFrom('outbox').select('content').execute()
  expect(emails).toHaveLength(2 * count)
})

it('a thousand email addresses with an account and a thousand without get the same response to a request for a sign-in link, byte for byte (K5b)', async () => {
  for (const index of numbers)
    fixture.platform.addAccount({
      uid: `u-${index}`,
      tenantId: tid,
      email: known(index),
      emailVerified: true,
    })
  const asked = await answersTo((email, client) =>
    post('/sign-in-link', randomUUID(), { email, tid, language: 'en' }, client),
  )
  expect(asked.known).toEqual(asked.unknown)
  expect([...asked.known]).toEqual([
    expect.stringMatching(/^202\n(.*\n)*\{"status":"mail-sent"\}$/),
  ])
})
