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
  createProvisioning({ url, key, mayBePrivate }, { patienceMs: 1_000, pausesMs: [1, 1] })
    .announce({ ...newUser, ...change })
    .then(
      () => 'done',
      (error: unknown) => (error instanceof ServerError ? error.code : String(error)),
    )

describe('an account', () => {
  it('is announced with a signature over time and body', async () => {
    expect(await outcome()).toBe('done')
    const [{ headers, body } = { headers: {}, body: '' }] = server.received
    expect(JSON.parse(body)).toEqual({ event: 'first-login', ...newUser })
    const timestamp = String(headers['foyer-timestamp'])
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(5)
    const expected = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
    expect(headers['foyer-signature']).toBe(`v1=${expected}`)
  })

  it('has one idempotency key, whichever attempt, and no other account has it', async () => {
    server.failures = [503]
    await outcome()
    await outcome({ uid: 'u-2' })
    await outcome({ tenantId: 'Beta-k9j8h' })
    const keys = server.received.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toBe(keys[1])
    expect(new Set(keys).size).toBe(3)
  })
})

describe('a failure', () => {
  it.each([
    ['hangs up', ['hang-up', 'hang-up']],
    ['fails', [500, 502]],
    ['has too many requests', [429]],
    ['keeps silent', ['silence']],
  ] as const)('that may pass is tried again: the system %s', async (_name, failures) => {
    server.failures = [...failures]
    expect(await outcome()).toBe('done')
    expect(server.received).toHaveLength(failures.length + 1)
  })

  it.each([
    ['keeps failing', [500, 500, 500], 'unavailable', 3],
    ['keeps silent', ['silence', 'silence', 'silence'], 'deadline-exceeded', 3],
    ['refuses', [422], 'unavailable', 1],
    ['leads elsewhere', ['redirect'], 'unavailable', 1],
  ] as const)('stays one when the system %s', async (_name, failures, code, attempts) => {
    server.failures = [...failures]
    expect(await outcome()).toBe(code)
    expect(server.received).toHaveLength(attempts)
  })

  it('is a name that leads into the network, outside local mode', async () => {
    const { port } = new URL(server.url)
    expect(await outcome({}, `http://localhost:${port}/accounts`, false)).toBe('unavailable')
    expect(server.received).toEqual([])
  })
})
