import { reported } from '@foyer/claims'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { createLogger } from '../log/logger.ts'
import { createPageFixture, indexHtml, script } from '../testing/page-fixture.ts'
import { rawGet } from '@foyer/test-services/raw-request'
import { createSettings } from '../testing/settings-fixture.ts'
import { readPageFiles } from './page-files.ts'

const fixture = createPageFixture()
const configText = JSON.stringify(createSettings().config).replaceAll('"', '&quot;')
const page = indexHtml
  .replace(
    '<html',
    `<html data-gates="https://iap.googleapis.com https://app.corp.example" data-auth-origin="https://auth.example.com" data-config="${configText}"`,
  )
  .replace('<!-- prerendered -->', '')
const logger = createLogger('silent')
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

describe('the page', () => {
  it('the page data says whether the user or another page started the navigation', async () => {
    const followed = await get('/', { 'sec-fetch-user': '?1' })
    expect(followed.body).toContain(' data-user-led=""')
    expect((await get('/')).body).not.toContain('data-user-led')
  })

  it.each([
    '/',
    '/index.html',
    '/welcome',
    '/no/such/path',
    '/?mode=login&state=x',
    '/a.b',
    '/a.constructor',
    '//evil.test',
  ])('%s returns the page as HTML that is not cached (NW-05b)', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(page)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(answer.headers.etag).toBeUndefined()
  })

  it('the page is not prerendered, because its script signs in and out', async () => {
    const url = '/?mode=signout&apiKey=x'
    const ahead = await get(url, { 'sec-purpose': 'prefetch;prerender' })
    expect(ahead.statusCode).toBe(503)
    expect(ahead.headers['cache-control']).toBe('no-store')
    // A prefetch changes nothing and makes the page faster, so it is allowed.
    expect((await get(url, { 'sec-purpose': 'prefetch' })).statusCode).toBe(200)
    expect((await get('/app.js', { 'sec-purpose': 'prefetch;prerender' })).statusCode).not.toBe(503)
  })

  it('the page is sent in two pieces, so that a browser parses the first while the rest arrives', async () => {
    const built = await readPageFiles(fixture.directory)
    const long = createApp(createSettings(), { ...built, html: indexHtml.padEnd(5_000) }, logger)
    const answer = await long.inject({ url: '/', payloadAsStream: true })
    const pieces: string[] = []
    for await (const piece of answer.stream()) pieces.push(String(piece))
    expect(pieces).toHaveLength(2)
    expect(pieces.join('')).toHaveLength(Number(answer.headers['content-length']))
    expect(pieces.join('').trimEnd()).toBe(page.trimEnd())
  })

  it('the page has security headers, with an opener policy that allows popups (RD-04a)', async () => {
    const { headers } = await get('/')
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy':
        'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
        'magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    })
  })

  it('the page says in a header where the licences of its packages are', async () => {
    const { link } = (await get('/')).headers
    expect(link).toBe('</third-party-notices.txt>; rel="license"')
    expect((await get('/third-party-notices.txt')).body).toContain('MIT')
    expect((await get('/logo.svg')).headers).not.toHaveProperty('link')
  })

  it('the page on http://localhost has no Strict-Transport-Security', async () => {
    const local = createApp(
      createSettings({ publicUrl: 'http://localhost:4000' }),
      await readPageFiles(fixture.directory),
      logger,
    )
    const { headers } = await local.inject('/')
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it.each(['/%', '/%E0%A4%A', '/%2?mode=login&state=a%2Bb', '/welcome%'])(
    'the malformed path %s redirects to the page and keeps the request',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(302)
      expect(answer.headers.location).toBe(url.includes('?') ? '/?mode=login&state=a%2Bb' : '/')
    },
  )

  it.each(reported('UR-13'))('$input returns the page or a redirect to it', async ({ input }) => {
    const answer = await get(input)
    const { location } = answer.headers
    expect((location === undefined ? answer : await get(location)).body).toBe(page)
  })

  it('a URL with a state of 60,000 characters returns the page, which then shows an error (UR-17c)', async () => {
    const answer = await rawGet(app, `/?state=${'x'.repeat(60_000)}`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain('WELCOME')
  })
})

describe('files of the page', () => {
  it('files with a hash in their name are immutable (NW-05c)', async () => {
    const answer = await get('/assets/index-0a1b2c3d.js')
    expect(answer.body).toBe(script)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([
    ['/logo.svg', 'image/svg+xml; charset=utf-8'],
    ['/locales/tr/sign-in.json', 'application/json; charset=utf-8'],
    ['/third-party-notices.txt', 'text/plain; charset=utf-8'],
  ])('files without a hash in their name are revalidated: %s', async (url, contentType) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': contentType,
      'cache-control': 'no-cache',
    })
  })

  it.each([
    '/assets/index-old.js',
    '/assets/',
    '/assets',
    '/assets/no-extension',
    '/service-worker.js',
    '/firebase-messaging-sw.js',
    '/favicon.ico',
    '/locales/de/sign-in.json',
    '/locales/tr/__proto__.json',
    '/locales/tr',
    '/assets/index-0a1b2c3d.js.map',
    '/assets/index-0a1b2c3d.js.br',
    '/__/auth/handler',
    '/assets/%.js',
  ])('a missing file is 404 and never the page: %s (NW-05a)', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({
      code: 'not-found',
      message: 'Not Found',
      requestId: answer.headers['x-request-id'],
    })
  })

  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..\\..\\package.json',
    '/locales/../../../etc/passwd.json',
    '/assets/index-0a1b2c3d.js%00.json',
    '//etc/passwd.json',
    '/file:///etc/passwd.json',
  ])('files outside the page cannot be requested: %s', async (url) => {
    const answer = await rawGet(app, url)
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  })
})

describe('compression', () => {
  const url = '/assets/index-0a1b2c3d.js'

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliCompressSync(script)],
    ['gzip', 'gzip', gzipSync(script)],
    ['br;q=0, gzip;q=0.5', 'gzip', gzipSync(script)],
    ['GZIP', 'gzip', gzipSync(script)],
    ['br; q=0.000', undefined, Buffer.from(script)],
    ['gzip,\tbr', 'br', brotliCompressSync(script)],
    ['\u00a0br', undefined, Buffer.from(script)],
    ['identity', undefined, Buffer.from(script)],
    ['', undefined, Buffer.from(script)],
  ])(
    'for the Accept-Encoding "%s" the Content-Encoding is %s',
    async (accepted, encoding, body) => {
      const answer = await get(url, { 'accept-encoding': accepted })
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(answer.headers.vary).toBe('accept-encoding')
      expect(answer.headers['content-length']).toBe(String(body.length))
      expect(answer.rawPayload).toEqual(body)
    },
  )

  it('the page is compressed', async () => {
    const { headers } = await get('/', { 'accept-encoding': 'br' })
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
    })
  })

  it('a file without a compressed version is sent uncompressed', async () => {
    const { headers } = await get('/logo.svg', { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.vary).toBeUndefined()
  })
})

describe('conditional requests', () => {
  it.each(['/assets/index-0a1b2c3d.js', '/config.json', '/locales/en/sign-in.json'])(
    'a conditional request for %s gets 304 while its ETag is current',
    async (url) => {
      const { etag } = (await get(url)).headers
      const tags = [`${etag}`, `W/${etag}`, `"other", ${etag}`, '*']
      const answers = await Promise.all(tags.map((tag) => get(url, { 'if-none-match': tag })))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([304, 304, 304, 304])
      expect(answers[0]?.body).toBe('')
      expect(answers[0]?.headers.etag).toBe(etag)
      expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    },
  )

  it('the encodings of a file have different ETags', async () => {
    const url = '/assets/index-0a1b2c3d.js'
    const { etag } = (await get(url, { 'accept-encoding': 'br' })).headers
    expect((await get(url, { 'if-none-match': `${etag}` })).statusCode).toBe(200)
  })
})
