import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ServerError } from '../errors/server-error.ts'
import {
  startProvisioningServer,
  type ProvisioningServer,
} from '@foyer/test-services/provisioning-server'
import { createProvisioning } from './provisioning.ts'

let server: ProvisioningServer
beforeAll(async () => {
  server = await startProvisioningServer()
})
afterAll(() => server.close())
afterEach(() => {
  server.received.length = 0
  server.failures = []
})

const key = Buffer.alloc(32, 7)
const newUser = {
  uid: 'u-1',
  tenantId: 'Acme-x1y2z',
  email: 'ayse@acme.example',
  firstName: 'Ayşe',
  lastName: 'Yılmaz',
  company: 'Acme',
}
const outcome = (change: Partial<typeof newUser> = {}, url = server.url, mayBePrivate = true) =>
  createProvisioning({ url, key, mayBePrivate }, { timeoutMs: 1_000, pausesMs: [1, 1] })
    .announce({ ...newUser, ...change })
    .then(
      () => 'done',
      (error: unknown) => (error instanceof ServerError ? error.code : String(error)),
    )

describe('reported accounts', () => {
  it('an account is reported with a signature of the time and the body', async () => {
    expect(await outcome()).toBe('done')
    const [{ headers, body } = { headers: {}, body: '' }] = server.received
    expect(JSON.parse(body)).toEqual({ event: 'first-login', ...newUser })
    const timestamp = String(headers['foyer-timestamp'])
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(5)
    const expected = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
    expect(headers['foyer-signature']).toBe(`v1=${expected}`)
  })

  it('all attempts for an account have the same idempotency key, and no other account has it', async () => {
    server.failures = [503]
    await outcome()
    await outcome({ uid: 'u-2' })
    await outcome({ tenantId: 'Beta-k9j8h' })
    const keys = server.received.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toBe(keys[1])
    expect(new Set(keys).size).toBe(3)
  })
})

describe('failed reports', () => {
  it.each([
    ['closes the connection', ['hang-up', 'hang-up']],
    ['responds with an error', [500, 502]],
    ['responds that there are too many requests', [429]],
    ['does not respond', ['silence']],
  ] as const)(
    'a report is repeated after a temporary failure: the other system %s',
    async (_name, failures) => {
      server.failures = [...failures]
      expect(await outcome()).toBe('done')
      expect(server.received).toHaveLength(failures.length + 1)
    },
  )

  it.each([
    ['fails at every attempt', [500, 500, 500], 'unavailable', 3],
    ['never responds', ['silence', 'silence', 'silence'], 'deadline-exceeded', 3],
    ['refuses', [422], 'unavailable', 1],
    ['redirects', ['redirect'], 'unavailable', 1],
  ] as const)('a report fails if the other system %s', async (_name, failures, code, attempts) => {
    server.failures = [...failures]
    expect(await outcome()).toBe(code)
    expect(server.received).toHaveLength(attempts)
  })

  it('a report fails if the host name resolves to a private IP address, except in local mode', async () => {
    const { port } = new URL(server.url)
    expect(await outcome({}, `http://localhost:${port}/accounts`, false)).toBe('unavailable')
    expect(server.received).toEqual([])
  })
})
