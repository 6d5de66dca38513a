import { randomUUID } from 'node:crypto'
import { boundaryValues } from '@foyer/contract/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signConfirmation } from './confirmation.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { rawRequest } from '@foyer/test-services/raw-request'
import {
  ayse,
  createRegistrationFixture,
  type RegistrationFixture,
} from '../testing/registration-fixture.ts'
import { createTestStore, type TestStore } from '../testing/test-store.ts'

const request = { ...ayse, language: 'tr' }
let testStore: TestStore
let store: Store
let fixture: RegistrationFixture

beforeAll(async () => {
  testStore = await createTestStore('embedded')
  store = await openStore(testStore.settings)
  fixture = await createRegistrationFixture(store.database)
  await fixture.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await fixture.close()
  await store.close()
  await testStore.remove()
})
beforeEach(() => fixture.reset())

const kept = () => store.database.selectFrom('registrations').selectAll().execute()

describe('registration requests', () => {
  it.each<[string, Record<string, string>, number, string]>([
    [
      'from another site (hostile-N04)',
      { origin: 'https://evil-login.example.com' },
      403,
      'permission-denied',
    ],
    [
      'from a host with a similar name (hostile-N03)',
      { origin: 'https://login.example.com.evil.test' },
      403,
      'permission-denied',
    ],
    ['from a frame without an origin (hostile-N02)', { origin: 'null' }, 403, 'permission-denied'],
    ['over http (hostile-N05)', { origin: 'http://login.example.com' }, 403, 'permission-denied'],
    [
      'from another port (hostile-N06)',
      { origin: 'https://login.example.com:8443' },
      403,
      'permission-denied',
    ],
    ['across sites', { 'sec-fetch-site': 'cross-site' }, 403, 'permission-denied'],
    ['from a sibling domain', { 'sec-fetch-site': 'same-site' }, 403, 'permission-denied'],
    ['as text', { 'content-type': 'text/plain' }, 415, 'unsupported-media-type'],
    [
      'as a form',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported-media-type',
    ],
    [
      'as a form with files',
      { 'content-type': 'multipart/form-data; boundary=x' },
      415,
      'unsupported-media-type',
    ],
    [
      'with an invalid content type',
      { 'content-type': 'application/json,x' },
      415,
      'unsupported-media-type',
    ],
  ])('a registration %s is refused', async (_name, headers, status, code) => {
    const answer = await fixture.post('/registration', request, { headers })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code, requestId: answer.headers['x-request-id'] })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(await kept()).toEqual([])
  })

  it.each<[string, string | object, number]>([
    ['that is no JSON', '{', 400],
    ['that is empty', '', 400],
    ['that is a list', [request], 400],
    ['that is null', 'null', 400],
    ['with an unknown field', { ...request, role: 'admin' }, 400],
    ['with a prototype', `{"__proto__":{"isAdmin":true},${JSON.stringify(request).slice(1)}`, 400],
    ['with a constructor', { ...request, constructor: { prototype: { isAdmin: true } } }, 400],
    ['in an unknown language', { ...request, language: 'de' }, 400],
    ['with a number as a name', { ...request, firstName: 1 }, 400],
    ['with an invitation that is too long', { ...request, invitation: 'x'.repeat(4_097) }, 400],
    ['that is too large', { ...request, firstName: 'x'.repeat(65_536) }, 413],
  ])('a registration body %s is refused', async (_name, body, status) => {
    const answer = await fixture.post('/registration', body)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({
      code: status === 413 ? 'payload-too-large' : 'invalid-argument',
    })
    expect(await kept()).toEqual([])
  })

  it('a refused registration lists the invalid fields and their errors (FM-08a)', async () => {
    const form = {
      ...request,
      firstName: ' \u200B ',
      lastName: 'x'.repeat(300),
      email: 'ayse@',
      company: '1881',
    }
    const answer = await fixture.post('/registration', form)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'invalid-argument',
      fields: { firstName: 'required', lastName: 'too-long', email: 'invalid' },
    })
  })

  it.each(boundaryValues.emailAddresses.valid)(
    'the email %j of a registration is stored as the shared schema parses it: %s (D10d)',
    async (typed, email) => {
      await fixture.post('/registration', { ...request, email: typed })
      expect(await kept()).toEqual([expect.objectContaining({ email })])
    },
  )

  it.each(boundaryValues.emailAddresses.invalid)(
    'a registration with an email that the shared schema rejects is refused: %j (D10d)',
    async (email) => {
      const answer = await fixture.post('/registration', { ...request, email })
      expect(answer.json()).toMatchObject({ fields: { email: expect.any(String) } })
      expect(await kept()).toEqual([])
    },
  )

  it('a registration is stored with a normalised email address (FM-02a, FM-03a)', async () => {
    await fixture.post('/registration', { ...request, email: ' AYSE+INFO@ACME.example\u00A0' })
    expect(await kept()).toEqual([expect.objectContaining({ email: 'ayse+info@acme.example' })])
  })

  it('a registration without an idempotency key is refused', async () => {
    const answer = await fixture.app.inject({
      method: 'POST',
      url: '/registration',
      payload: request,
    })
    expect(answer.statusCode).toBe(400)
  })

  it('a registration is counted for the client’s network', async () => {
    for (let count = 0; count < 60; count += 1) await fixture.post('/registration', '{}')
    const answer = await fixture.post('/registration', request)
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('the check of an invitation', () => {
  const check = (invitation: unknown, options?: Parameters<RegistrationFixture['post']>[2]) =>
    fixture.post('/registration/invitation', { invitation }, options)

  it('the check of an unused invitation accepts it, and uses nothing up', async () => {
    const invitation = await fixture.invite()
    for (const _time of [1, 2]) {
      const answer = await check(invitation)
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ status: 'open' })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect(await kept()).toEqual([])
    const answer = await fixture.post('/registration', { ...request, invitation })
    expect(answer.statusCode).toBe(201)
  })

  it('the check of an invitation that has expired refuses it', async () => {
    const answer = await check(await fixture.invite({ expiresAt: new Date(Date.now() - 60_000) }))
    expect(answer.statusCode).toBe(410)
    expect(answer.json()).toMatchObject({ code: 'registration-link-expired' })
  })

  it('the check of an invitation that was used refuses it', async () => {
    const invitation = await fixture.invite()
    await fixture.post('/registration', { ...request, invitation })
    const answer = await check(invitation)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'already-registered' })
  })

  it('the check of an invitation accepts one whose registration was interrupted', async () => {
    const invitation = await fixture.invite()
    fixture.platform.failure = 'unavailable'
    await fixture.post('/registration', { ...request, invitation })
    fixture.platform.failure = null
    expect((await check(invitation)).statusCode).toBe(200)
  })

  it('the check of an invitation refuses one that nobody here has issued', async () => {
    const invitation = await fixture.invite()
    for (const forged of ['x.y', `${invitation.slice(0, -4)}AAAA`]) {
      const answer = await check(forged)
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ code: 'registration-refused' })
    }
  })

  it('the check of an invitation refuses one to a tenant that is not served', async () => {
    const other = fixture.createServer(true, { 'Globex-x1y2z': { name: 'Globex' } })
    const answer = await check(await fixture.invite(), { to: other })
    expect(answer.json()).toMatchObject({ code: 'mismatching-tenant' })
    await other.close()
  })

  it('the check of an invitation gives the same answer whether or not its email address has an account (K5b)', async () => {
    const [unknown, known] = [await fixture.invite(), await fixture.invite()]
    const before = await check(unknown)
    fixture.platform.addAccount({ uid: 'u-1', tenantId: 'Acme-x1y2z', email: ayse.email })
    const after = await check(known)
    expect(after.statusCode).toBe(before.statusCode)
    expect(after.json()).toEqual(before.json())
  })

  it.each([[''], [7], ['x'.repeat(4_097)], [undefined]])(
    'the check of an invitation refuses the invalid body %j',
    async (invitation) => {
      expect((await check(invitation)).statusCode).toBe(400)
    },
  )

  it('the check of an invitation from another site is refused', async () => {
    const answer = await check('x', { headers: { origin: 'https://evil.test' } })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'permission-denied' })
  })

  it('checks of invitations are counted for the client’s network, apart from registrations', async () => {
    for (let count = 0; count < 120; count += 1)
      await fixture.post('/registration/invitation', '{}')
    expect((await check('x')).statusCode).toBe(429)
    expect((await fixture.post('/registration', request)).statusCode).toBe(202)
  })
})

it('each limit of registration counts under its own name, which its metric has as a label', async () => {
  await fixture.post('/registration', request)
  await fixture.post('/registration/invitation', { invitation: await fixture.invite() })
  const limits = await store.database.selectFrom('limits').select('key').execute()
  const names = limits.map(({ key }) => key.replace(/:.*/, ''))
  expect(names.toSorted()).toEqual([
    'invitation-client',
    'registration-client',
    'registration-mail',
    'registration-mail-total',
  ])
})

describe('the check of the link in an email', () => {
  const check = (confirmation: unknown, options?: Parameters<RegistrationFixture['post']>[2]) =>
    fixture.post('/registration/confirmation/check', { confirmation }, options)

  async function emailedLink(sentAt = new Date()): Promise<string> {
    await fixture.post('/registration', request)
    const [registration] = await kept()
    return signConfirmation(registration?.id ?? '', sentAt, fixture.keys.confirmation)
  }

  it('the check of an unused link in an email accepts it, and uses nothing up', async () => {
    const confirmation = await emailedLink()
    for (const _time of [1, 2]) {
      const answer = await check(confirmation)
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ status: 'open' })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    const answer = await fixture.post('/registration/confirmation', { confirmation })
    expect(answer.statusCode).toBe(201)
  })

  it('the check of a link in an email refuses one that was used', async () => {
    const confirmation = await emailedLink()
    await fixture.post('/registration/confirmation', { confirmation })
    const answer = await check(confirmation)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'already-registered' })
  })

  it('the check of a link in an email refuses one that has expired, and one whose registration was deleted', async () => {
    const late = await emailedLink(new Date(Date.now() - 25 * 3_600_000))
    const deleted = await signConfirmation(randomUUID(), new Date(), fixture.keys.confirmation)
    for (const confirmation of [late, deleted]) {
      const answer = await check(confirmation)
      expect(answer.statusCode).toBe(410)
      expect(answer.json()).toMatchObject({ code: 'registration-link-expired' })
    }
  })

  it('the check of a link in an email refuses one that was altered, and an invitation', async () => {
    const confirmation = await emailedLink()
    for (const forged of [`${confirmation.slice(0, -4)}AAAA`, await fixture.invite()]) {
      const answer = await check(forged)
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ code: 'registration-refused' })
    }
  })

  it('the check of a link in an email refuses it once registration is by invitation only', async () => {
    const confirmation = await emailedLink()
    const closed = fixture.createServer(false)
    expect((await check(confirmation, { to: closed })).json()).toMatchObject({
      code: 'registration-refused',
    })
    await closed.close()
  })

  it.each([[''], [7], ['x'.repeat(4_097)], [undefined]])(
    'the check of a link in an email refuses the invalid body %j',
    async (confirmation) => {
      expect((await check(confirmation)).statusCode).toBe(400)
    },
  )

  it('the check of a link in an email from another site is refused', async () => {
    const answer = await check('x', { headers: { origin: 'https://evil.test' } })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'permission-denied' })
  })
})

describe('confirmation requests', () => {
  it.each<[string, object]>([
    ['without a token', {}],
    ['with an empty token', { confirmation: '' }],
    ['with more than a token', { confirmation: 'x', role: 'admin' }],
    ['that is too long', { confirmation: 'x'.repeat(4_097) }],
  ])('a confirmation %s is refused', async (_name, body) => {
    const answer = await fixture.post('/registration/confirmation', body)
    expect(answer.statusCode).toBe(400)
  })

  it('a confirmation from another site is refused', async () => {
    const headers = { origin: 'https://evil.test' }
    const answer = await fixture.post('/registration/confirmation', {}, { headers })
    expect(answer.statusCode).toBe(403)
  })
})

describe('the URL /registration', () => {
  it('GET /registration returns the form', async () => {
    const answer = await fixture.app.inject('/registration')
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('page')
  })

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
    '%s /registration is refused with the allowed methods',
    async (method) => {
      const answer = await rawRequest(
        fixture.app,
        `${method} /registration HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 405 /)
      expect(answer).toMatch(/^allow: GET, HEAD, POST\r$/im)
    },
  )

  it.each(['/', '/registration/', '/registration/other', '/healthz', '/REGISTRATION'])(
    'no other URL accepts a POST: %s does not',
    async (url) => {
      const answer = await fixture.post(url, request)
      expect(answer.statusCode).toBe(405)
      expect(answer.headers.allow).toBe('GET, HEAD')
    },
  )

  it('headers cannot change the route of a request (X09, X12)', async () => {
    const headers = {
      'x-http-method-override': 'DELETE',
      'x-forwarded-host': 'evil.test',
      'x-original-url': '/registration/confirmation',
    }
    await fixture.post('/registration', request, { key: randomUUID(), headers })
    await fixture.sendMail()
    expect(fixture.mailServer.mails[0]?.text).toContain('https://login.example.com/registration#')
  })
})
