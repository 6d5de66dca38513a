import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from './app.ts'
import { StoreError } from './store/store-error.ts'
import { createLogger } from './log/logger.ts'
import { readPageFiles } from './page/page-files.ts'
import { createPageFixture } from './testing/page-fixture.ts'
import { rawGet, rawRequest } from '@foyer/test-services/raw-request'
import { createSettings } from './testing/settings-fixture.ts'

const fixture = createPageFixture()
const lines: string[] = []
const logger = createLogger('trace', { write: (line) => void lines.push(line) })
let app: FastifyInstance

beforeAll(async () => {
  app = createApp(createSettings(), await readPageFiles(fixture.directory), logger)
  await app.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await app.close()
  fixture.remove()
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('HTTP methods', () => {
  it.each(['/', '/config.json', '/assets/index-0a1b2c3d.js', '/healthz'])(
    'HEAD %s returns the headers of GET without a body',
    async (url) => {
      const head = await app.inject({ url, method: 'HEAD' })
      const { headers } = await get(url)
      expect(head.statusCode).toBe(200)
      expect(head.body).toBe('')
      expect(head.headers['content-length']).toBe(headers['content-length'])
      expect(head.headers['content-type']).toBe(headers['content-type'])
    },
  )

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    '%s is refused with 405',
    async (method) => {
      const answer = await rawRequest(
        app,
        `${method} / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 405 /)
      expect(answer).toMatch(/^allow: GET, HEAD\r$/im)
      expect(answer).toContain('"code":"method-not-allowed"')
    },
  )

  it.each(['http://evil.test/', '*', 'evil'])(
    'a request target that is no path is refused: %s',
    async (target) => {
      expect(await rawGet(app, target)).toMatch(/^HTTP\/1\.1 400 /)
    },
  )
})

describe('invalid HTTP requests', () => {
  it.each([
    ['an incomplete body', 'content-length: 100\r\n\r\n{'],
    ['a missing body', 'content-length: 100\r\n\r\n'],
    ['a chunked body without an end', 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n'],
    ['an incomplete header', 'x-a'],
  ])('a request that does not arrive in time gets 408: %s', async (_name, rest) => {
    const page = await readPageFiles(fixture.directory)
    const impatient = createApp(createSettings(), page, logger, { timeoutMs: 100 })
    impatient.post('/form', async () => 'done')
    await impatient.listen({ host: '127.0.0.1', port: 0 })
    const head = 'POST /form HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    expect(await rawRequest(impatient, `${head}${rest}`)).toMatch(/^HTTP\/1\.1 408 /)
    await impatient.close()
  })

  it('a URL that is too long for the server gets a page that says so', async () => {
    const answer = await rawGet(app, `/?state=${'x'.repeat(70_000)}`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(answer).toContain('This link is too long.')
    expect(answer).toContain('Bu bağlantı çok uzun.')
  })

  it.each(['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n'])(
    'a malformed request is refused: %j',
    async (request) => {
      expect(await rawRequest(app, request)).toMatch(/^HTTP\/1\.1 400 /)
    },
  )
})

describe('/config.json', () => {
  it('/config.json has the four required keys (F1a)', async () => {
    const answer = await get('/config.json')
    expect(answer.json()).toEqual(createSettings().config)
    expect(answer.json()).toMatchObject({
      apiKey: expect.any(String),
      authDomain: expect.any(String),
      productURL: expect.any(String),
      functionUrl: expect.any(String),
    })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    })
  })

  it('/config.json has no list of tenants if the deployment has none, whatever tenant the request names', async () => {
    expect((await get('/config.json?tid=acme-1a2b3')).json()).toEqual(createSettings().config)
  })
})

describe('the list of tenants', () => {
  const acme = { name: 'Acme', methods: ['google.com' as const], logoUrl: '/logo.svg' }
  const globex = { name: 'Globex', logoUrl: 'https://cdn.globex.example/logo.svg' }
  const everyone = { name: 'Everyone' }
  const settings = createSettings()
  settings.config.tenants = { 'acme-1a2b3': acme, 'globex-4c5d6': globex, _12345: everyone }
  const ask = async (url: string) => {
    const page = await readPageFiles(fixture.directory)
    return createApp(settings, page, logger).inject(url)
  }
  const { tenants: _all, ...general } = settings.config

  it('/config.json without a tid contains the general keys and no tenants (F1b, K5a)', async () => {
    const answer = await ask('/config.json')
    expect(answer.json()).toEqual({ ...general, tenants: {} })
    expect(answer.body).not.toMatch(/acme|globex|Everyone|_12345/i)
  })

  it.each([
    ['acme-1a2b3', { 'acme-1a2b3': acme }],
    ['_12345', { _12345: everyone }],
    ['_', { _12345: everyone }],
    ['globex-4c5d6&tid=acme-1a2b3', { 'acme-1a2b3': acme, 'globex-4c5d6': globex }],
    ['acme-1a2b3&tid=initech-7e8f9', { 'acme-1a2b3': acme }],
  ])('/config.json?tid=%s contains only the tenants that it names (F1b)', async (tid, tenants) => {
    expect((await ask(`/config.json?tid=${tid}`)).json()).toEqual({ ...general, tenants })
  })

  it.each([
    'initech-7e8f9',
    '',
    '_99999',
    '%',
    '__proto__',
    'constructor',
    'ACME-1a2b3',
    'acme-1a2b3,_1',
  ])('/config.json with the unknown tid "%s" is the same as without a tid (K5a)', async (tid) => {
    const [unknown, none] = await Promise.all([ask(`/config.json?tid=${tid}`), ask('/config.json')])
    expect(unknown.body).toBe(none.body)
    expect(unknown.headers.etag).toBe(none.headers.etag)
  })

  const post = async (payload: object, headers: Record<string, string> = {}) => {
    const page = await readPageFiles(fixture.directory)
    const served = createApp(settings, page, logger)
    return served.inject({ method: 'POST', url: '/config.json', payload, headers })
  }

  it('a POST of /config.json contains the tenants that its body names, and no others (F1b, K5a)', async () => {
    const answer = await post(['globex-4c5d6', 'initech-7e8f9', '_12345'])
    expect(answer.json()).toEqual({
      ...general,
      tenants: { 'globex-4c5d6': globex, _12345: everyone },
    })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(answer.headers).not.toHaveProperty('etag')
  })

  it('a POST of /config.json takes the ids of ten thousand tenants and compresses the answer', async () => {
    const many = Array.from({ length: 10_000 }, (_each, index) => `company-of-a-long-id-${index}`)
    const answer = await post([...many, 'acme-1a2b3'], { 'accept-encoding': 'gzip' })
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toMatchObject({
      tenants: { 'acme-1a2b3': acme },
    })
  })

  it('many POSTs of /config.json at once are not all answered, so that one caller keeps no other waiting', async () => {
    const served = createApp(settings, await readPageFiles(fixture.directory), logger)
    const call = { method: 'POST', url: '/config.json', payload: ['acme-1a2b3'] } as const
    const headers = { 'accept-encoding': 'br' }
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => served.inject({ ...call, headers })),
    )
    const busy = answers.filter(({ statusCode }) => statusCode === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy.every((answer) => answer.headers['retry-after'] === '5')).toBe(true)
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(200 - busy.length)
    expect((await served.inject({ ...call, headers })).statusCode).toBe(200)
  })

  it.each([
    [400, 'invalid-argument', { tid: 'acme-1a2b3' }],
    [400, 'invalid-argument', ['acme-1a2b3', 7]],
    [413, 'payload-too-large', ['x'.repeat(500_000)]],
  ])('a POST of /config.json is refused with %i %s', async (status, code, body) => {
    const answer = await post(body)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code })
  })

  it.each([
    '/',
    '/welcome',
    '/registration',
    '/config.json',
    '/?tid=initech-7e8f9',
    `/?mode=selectAuthSession&apiKey=${settings.config.apiKey}&redirect_uri=https://iap.googleapis.com/x&state=s`,
    `/?mode=login&apiKey=${settings.config.apiKey}&tid=acme-1a2b3&redirect_uri=https://iap.googleapis.com/x&state=s`,
    '/no-such.json',
  ])('no tenant is in the body or the headers of %s (K5a)', async (url) => {
    const { body, headers } = await ask(url)
    expect(body + JSON.stringify(headers)).not.toMatch(/globex/i)
  })
})

describe('health checks', () => {
  it.each([
    ['/healthz', { status: 'alive' }],
    ['/readyz', { status: 'ready' }],
  ])('%s is healthy', async (url, body) => {
    const answer = await get(url)
    expect(answer.json()).toEqual(body)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  const withAccounts = async (checkAccounts: (() => Promise<void>) | null) => {
    const page = await readPageFiles(fixture.directory)
    return createApp(createSettings(), page, logger, { checkAccounts })
  }

  it('while the database is unavailable, /readyz is 200 for load balancers and /readyz/accounts is 503 for monitoring', async () => {
    const server = await withAccounts(async () => {
      throw new StoreError('outage')
    })
    expect((await server.inject('/readyz')).statusCode).toBe(200)
    const accounts = await server.inject('/readyz/accounts')
    expect(accounts.statusCode).toBe(503)
    expect(accounts.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
  })

  it('/readyz/accounts reports whether the account service is ready, or that there is none', async () => {
    const ready = await (await withAccounts(async () => {})).inject('/readyz/accounts')
    expect(ready.json()).toEqual({ status: 'ready' })
    expect((await (await withAccounts(null)).inject('/readyz/accounts')).statusCode).toBe(404)
  })
})

describe('the log', () => {
  it('a request that fails because of a database outage is not logged as an error', async () => {
    const page = await readPageFiles(fixture.directory)
    const checkAccounts = async () => {
      throw new StoreError('outage', { cause: new Error('connect ECONNREFUSED') })
    }
    const server = createApp(createSettings(), page, logger, { checkAccounts })
    const { headers } = await server.inject('/readyz/accounts')
    const own = lines.filter((line) => line.includes(String(headers['x-request-id'])))
    expect(own.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['request'])
  })

  it('a log line has the level as a number and the severity for cloud log viewers', async () => {
    const written: string[] = []
    const log = createLogger('trace', { write: (line) => void written.push(line) })
    for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const)
      log[level]('x')
    expect(
      written.map((line) => {
        const { level, severity } = JSON.parse(line) as Record<string, unknown>
        return [level, severity]
      }),
    ).toEqual([
      [10, 'DEBUG'],
      [20, 'DEBUG'],
      [30, 'INFO'],
      [40, 'WARNING'],
      [50, 'ERROR'],
      [60, 'CRITICAL'],
    ])
  })

  it('a log line has the request id that the response has too', async () => {
    const answer = await get('/logo.svg')
    const id = String(answer.headers['x-request-id'])
    const line = lines.find((entry) => entry.includes(id)) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({
      requestId: id,
      method: 'GET',
      path: '/logo.svg',
      status: 200,
    })
  })

  it('each request gets a new id in the format of a reference, whatever id the client sends', async () => {
    const { headers } = await get('/', { 'x-request-id': 'canary-id', 'request-id': 'canary-id' })
    expect(headers['x-request-id']).toMatch(/^[0-9A-Z]{4}-[A-Z][0-9A-Z]{5}$/)
  })

  it('the log contains no secret from the URL, the headers or the errors of a request', async () => {
    const secrets = {
      token: 'eyJhbGciOiJub25lIn0.canary1.x',
      state: 'canary2',
      email: 'canary3@example.com',
      phone: '+905550000001',
    }
    const query = new URLSearchParams({
      t: secrets.token,
      access_token: secrets.token,
      id_token: secrets.token,
      rt: secrets.token,
      state: secrets.state,
      apiKey: 'canary4',
      hint: secrets.email,
      phone: secrets.phone,
      unforeseen: 'canary5',
    }).toString()
    const urls = [
      `/?${query}`,
      `/${secrets.email}?${query}`,
      `/${secrets.token}/%?${query}`,
      `/assets/canary6.js?${query}`,
      `/__/auth/${secrets.phone}`,
    ]
    await Promise.all(
      urls.map((url) =>
        get(url, {
          referer: `https://canary7.test/?${query}`,
          'user-agent': 'canary8',
          cookie: 'c=canary9',
        }),
      ),
    )
    await rawRequest(app, `GET /canary10\u0000 HTTP/1.1\r\nX: ${secrets.token}\r\n\r\n`)
    await rawRequest(app, `GET /?state=${'canary11'.repeat(9_000)} HTTP/1.1\r\n\r\n`)
    logger.error({ err: new Error(`no account for ${secrets.email} (${secrets.phone})`) })

    const log = lines.join('')
    expect(log).not.toMatch(/canary|eyJ|555\s*000/)
    expect(log).toContain('no account for [email] ([phone])')
  })
})
