import { randomUUID } from 'node:crypto'
import { boundaryValues } from '@foyer/contract/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
}, 60_000)
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

  it.each(['/', '/registration/', '/registration/other', '/config.json', '/REGISTRATION'])(
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
