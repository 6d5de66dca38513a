import { describe, expect, it } from 'vitest'
import { createCheckProject } from './check-project.ts'
import { createSend } from '../http/http.ts'
import { identityToolkitOrigin, isAuthorized } from './project.ts'
import { MemoryBrowser } from '../testing/memory-browser.ts'

const lookupUrl = 'https://toolkit.example/identitytoolkit/v3/relyingparty/getProjectConfig'
const page = 'https://login.example.com'
const found = { projectId: '12345', authorizedDomains: ['example.com'] }

function scene(body: unknown = found, init?: ResponseInit) {
  const browser = new MemoryBrowser(page)
  const { runtime } = browser
  browser.serve(lookupUrl, () => Response.json(body, init))
  const check = createCheckProject(
    createSend(runtime),
    'https://toolkit.example',
    runtime.clock.now,
  )
  return { browser, check }
}

it('the project lookup is one simple request with the key encoded (F4)', async () => {
  const { browser, check } = scene()
  expect(await check('key&fields=*#', page)).toBe('12345')
  expect(browser.sent).toEqual([
    {
      method: 'GET',
      url: `${lookupUrl}?key=key%26fields%3D*%23`,
      headers: {},
      body: undefined,
      credentials: undefined,
      cache: 'no-cache',
    },
  ])
})

it('the project lookup is cached for half an hour for the same URLs (H2a)', async () => {
  const { browser, check } = scene()
  await check('key', page)
  browser.wait(30 * 60_000 - 1)
  await check('key', page)
  expect(browser.sent).toHaveLength(1)
  browser.wait(1)
  await check('key', page)
  await check('key', page, 'https://gate.example.com/')
  expect(browser.sent).toHaveLength(3)
})

it('a redirect URL of another domain is refused, and the error names it (D5b)', async () => {
  const { check } = scene()
  await expect(check('key', page, 'https://evil.test/cb')).rejects.toMatchObject({
    code: 'permission-denied',
    message: 'Unauthorized domain: https://evil.test/cb',
    refusal: 'unauthorized-domain',
    host: 'evil.test',
  })
})

it('a page of another domain is refused, and the error names it (D5a)', async () => {
  const { check } = scene()
  await expect(check('key', 'https://login.evil.test')).rejects.toMatchObject({
    host: 'login.evil.test',
  })
  await expect(check('key', 'null')).rejects.toMatchObject({ host: 'null' })
})

it.each([null, 'text', {}, { projectId: '' }, { projectId: '1' }, { authorizedDomains: [] }])(
  'the project lookup refuses the response %j',
  async (body) => {
    const { check } = scene(body)
    await expect(check('key', page)).rejects.toThrow('Invalid response')
  },
)

it('the project lookup reports the error of the service', async () => {
  const { check } = scene({ error: { message: 'QUOTA : Enough' } }, { status: 403 })
  await expect(check('key', page)).rejects.toMatchObject({ code: 'quota', message: 'Enough' })
})

it.each([
  [undefined, 'https://www.googleapis.com'],
  ['http://localhost:9099', 'http://localhost:9099/www.googleapis.com'],
])('the project lookup with the emulator %s has the origin %s', (emulatorUrl, origin) => {
  expect(identityToolkitOrigin(emulatorUrl)).toBe(origin)
})

it('an IP address with more parts before it is not a URL', () => {
  expect(URL.canParse('https://1.203.0.113.7/')).toBe(false)
})

describe('authorised domains', () => {
  it.each([
    ['https://example.com', ['example.com'], true],
    ['https://a.b.example.com:8443', ['example.com'], true],
    ['https://example.com', ['EXAMPLE.com'], true],
    ['https://notexample.com', ['example.com'], false],
    ['https://example.com.evil.test', ['example.com'], false],
    ['https://exampleXcom.test', ['example.com'], false],
    ['https://203.0.113.7', ['203.0.113.7'], true],
    ['https://203.0.113.77', ['203.0.113.7'], false],
    ['https://1.example', ['203.0.113.7'], false],
    ['http://localhost:4000', ['localhost'], true],
    ['ftp://example.com', ['example.com'], false],
    ['ftp://example.com/https:', ['example.com'], false],
    ['null', ['example.com'], false],
    ['https://example.com', ['', null, 7, {}], false],
    ['https://example.com.', [''], false],
  ])(
    'the URL %s with the authorised domains %j is allowed: %s (D5c)',
    (url, domains, isAllowed) => {
      expect(isAuthorized(url, domains)).toBe(isAllowed)
    },
  )

  it('an authorised domain that ends in a dot allows no other spelling (UR-08d)', () => {
    for (const host of ['example.com', 'a.example.com', 'example.com..', 'example.co'])
      expect(isAuthorized(`https://${host}`, ['example.com.'])).toBe(false)
  })
})
