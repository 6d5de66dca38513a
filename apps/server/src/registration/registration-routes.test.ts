import { randomUUID } from 'node:crypto'
import { boundaryValues } from '@foyer/contract/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStore, type Store } from '../store/open-store.ts'
import { rawRequest } from '@foyer/test-services/raw-request'
import {
  ayse,
  createRegistrationWorld,
  type RegistrationWorld,
} from '../testing/registration-world.ts'
import { createTestStore, type TestStore } from '../testing/test-store.ts'

const request = { ...ayse, language: 'tr' }
let place: TestStore
let store: Store
let world: RegistrationWorld

beforeAll(async () => {
  place = await createTestStore('embedded')
  store = await openStore(place.settings)
  world = await createRegistrationWorld(store.database)
  await world.app.listen({ host: '127.0.0.1', port: 0 })
}, 60_000)
afterAll(async () => {
  await world.close()
  await store.close()
  await place.remove()
})
beforeEach(() => world.reset())

const kept = () => store.database.selectFrom('registrations').selectAll().execute()

describe('a registration', () => {
  it.each<[string, Record<string, string>, number, string]>([
    [
      'of another site (hostile-N04)',
      { origin: 'https://evil-login.example.com' },
      403,
      'permission-denied',
    ],
    [
      'of a look-alike (hostile-N03)',
      { origin: 'https://login.example.com.evil.test' },
      403,
      'permission-denied',
    ],
    ['of a frame without an origin (hostile-N02)', { origin: 'null' }, 403, 'permission-denied'],
    ['over http (hostile-N05)', { origin: 'http://login.example.com' }, 403, 'permission-denied'],
    [
      'of another port (hostile-N06)',
      { origin: 'https://login.example.com:8443' },
      403,
      'permission-denied',
    ],
    ['across sites', { 'sec-fetch-site': 'cross-site' }, 403, 'permission-denied'],
    ['of a sibling domain', { 'sec-fetch-site': 'same-site' }, 403, 'permission-denied'],
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
      'of no type that is one',
      { 'content-type': 'application/json,x' },
      415,
      'unsupported-media-type',
    ],
  ])('%s is refused', async (_name, headers, status, code) => {
    const answer = await world.post('/registration', request, { headers })
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
    ['with a field of its own', { ...request, role: 'admin' }, 400],
    ['with a prototype', `{"__proto__":{"isAdmin":true},${JSON.stringify(request).slice(1)}`, 400],
    ['with a constructor', { ...request, constructor: { prototype: { isAdmin: true } } }, 400],
    ['in another language', { ...request, language: 'de' }, 400],
    ['with a number for a name', { ...request, firstName: 1 }, 400],
    ['with an invitation without end', { ...request, invitation: 'x'.repeat(4_097) }, 400],
    ['that is too large', { ...request, firstName: 'x'.repeat(65_536) }, 413],
  ])('%s is refused', async (_name, body, status) => {
    const answer = await world.post('/registration', body)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({
      code: status === 413 ? 'payload-too-large' : 'invalid-argument',
    })
    expect(await kept()).toEqual([])
  })

  it('hears which fields are wrong, and how (FM-08a)', async () => {
    const form = {
      ...request,
      firstName: ' \u200B ',
      lastName: 'x'.repeat(300),
      email: 'ayse@',
      company: '1881',
    }
    const answer = await world.post('/registration', form)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'invalid-argument',
      fields: { firstName: 'required', lastName: 'too-long', email: 'invalid' },
    })
  })

  it.each(boundaryValues.emailAddresses.valid)(
    'with the email %j is kept as the schema that it shares with the page reads it: %s (D10d)',
    async (typed, email) => {
      await world.post('/registration', { ...request, email: typed })
      expect(await kept()).toEqual([expect.objectContaining({ email })])
    },
  )

  it.each(boundaryValues.emailAddresses.invalid)(
    'with an email that the schema rejects, which it shares with the page, is refused: %j (D10d)',
    async (email) => {
      const answer = await world.post('/registration', { ...request, email })
      expect(answer.json()).toMatchObject({ fields: { email: expect.any(String) } })
      expect(await kept()).toEqual([])
    },
  )

  it('is stored under one spelling of the email (FM-02a, FM-03a)', async () => {
    await world.post('/registration', { ...request, email: ' AYSE+INFO@ACME.example\u00A0' })
    expect(await kept()).toEqual([expect.objectContaining({ email: 'ayse+info@acme.example' })])
  })

  it('without a key is refused', async () => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/registration',
      payload: request,
    })
    expect(answer.statusCode).toBe(400)
  })

  it('is counted for where it comes from', async () => {
    for (let count = 0; count < 60; count += 1) await world.post('/registration', '{}')
    const answer = await world.post('/registration', request)
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('a confirmation', () => {
  it.each<[string, object]>([
    ['without a token', {}],
    ['with an empty one', { confirmation: '' }],
    ['with more than a token', { confirmation: 'x', role: 'admin' }],
    ['that is too long', { confirmation: 'x'.repeat(4_097) }],
  ])('%s is refused', async (_name, body) => {
    const answer = await world.post('/registration/confirmation', body)
    expect(answer.statusCode).toBe(400)
  })

  it('of another site is refused', async () => {
    const headers = { origin: 'https://evil.test' }
    const answer = await world.post('/registration/confirmation', {}, { headers })
    expect(answer.statusCode).toBe(403)
  })
})

describe('the address', () => {
  it('shows the form to whoever reads it', async () => {
    const answer = await world.app.inject('/registration')
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('page')
  })

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
    'takes no %s, and says what it takes',
    async (method) => {
      const answer = await rawRequest(
        world.app,
        `${method} /registration HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 405 /)
      expect(answer).toMatch(/^allow: GET, HEAD, POST\r$/im)
    },
  )

  it.each(['/', '/registration/', '/registration/other', '/config.json', '/REGISTRATION'])(
    'is the only one that takes a POST: %s does not',
    async (url) => {
      const answer = await world.post(url, request)
      expect(answer.statusCode).toBe(405)
      expect(answer.headers.allow).toBe('GET, HEAD')
    },
  )

  it('is not led elsewhere by headers (X09, X12)', async () => {
    const headers = {
      'x-http-method-override': 'DELETE',
      'x-forwarded-host': 'evil.test',
      'x-original-url': '/registration/confirmation',
    }
    await world.post('/registration', request, { key: randomUUID(), headers })
    await world.sendMail()
    expect(world.mailServer.mails[0]?.text).toContain('https://login.example.com/registration#')
  })
})
