import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw, statusOf } from '../testing/raw-request.ts'
import {
  beginSignIn,
  echoed,
  publicHost,
  publicOrigin,
  signIn,
  startTestGate,
  type Echo,
  type StartedGate,
} from '../testing/test-gate.ts'
import { createGateCookies } from '../request/cookies.ts'
import type { TestBrowser } from '../testing/test-browser.ts'
import {
  bodyFraming,
  downstreamHeaders,
  downstreamTrailers,
  upstreamHeaders,
} from './header-rules.ts'

let gate: StartedGate
let browser: TestBrowser
beforeAll(async () => {
  gate = await startTestGate()
  browser = await signIn(gate)
})
afterAll(() => gate.stop())

/** What the application gets for a signed-in request with these raw header lines. */
async function seenWith(...lines: string[]): Promise<Echo> {
  const raw = await sendSignedIn('GET /x HTTP/1.1', [`Host: ${publicHost}`, ...lines])
  return JSON.parse(raw.slice(raw.indexOf('{'), raw.lastIndexOf('}') + 1)) as Echo
}

function sendSignedIn(requestLine: string, lines: string[]) {
  const session = browser.cookies.get('__Host-foyer-session') ?? ''
  const hasConnection = lines.some((line) => /^connection:/i.test(line))
  return sendRaw(gate.port, [
    requestLine,
    ...lines,
    `Cookie: __Host-foyer-session=${session}`,
    ...(hasConnection ? [] : ['Connection: close']),
  ])
}

it('the application gets the trace of the client unchanged, and exactly one request id, which the gate makes if there is no valid one', async () => {
  const trace = [
    'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'tracestate: vendor=a,other=b@c',
    'tracestate: third=d',
    'baggage: k=v',
  ]
  const seen = await seenWith(...trace, 'X-Request-Id: from-the-proxy')
  const lines = seen.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 ? [`${name.toLowerCase()}: ${all[index + 1]}`] : [],
  )
  expect(lines).toEqual(expect.arrayContaining(trace))
  expect(seen.headers['x-request-id']).toBe('from-the-proxy')
  expect(countOf(seen, 'x-request-id')).toBe(1)
  for (const given of [[], ['X-Request-Id: a@b'], ['X-Request-Id: a', 'x-request-id: b']]) {
    const other = await seenWith(...given)
    expect(other.headers['x-request-id']).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/)
    expect(countOf(other, 'x-request-id')).toBe(1)
  }
})

const countOf = (seen: Echo, name: string) =>
  seen.rawHeaders.filter((given, index) => index % 2 === 0 && given.toLowerCase() === name).length

it.each([
  ['X01', 'x-goog-iap-jwt-assertion', ['X-Goog-Iap-Jwt-Assertion: eyJ.forged.sig']],
  [
    'X02',
    'x-goog-iap-jwt-assertion',
    ['x-goog-iap-jwt-assertion: a', 'x-goog-iap-jwt-assertion: b'],
  ],
  [
    'X05',
    'x-goog-authenticated-user-email',
    ['X-Goog-Authenticated-User-Email: accounts.google.com:ceo@corp.example'],
  ],
  ['X07', 'x-goog-iap-jwt-assertion', ['Connection: close, X-Goog-Iap-Jwt-Assertion']],
])('%s: the application gets one header %s, which is the gate’s own', async (_, name, lines) => {
  const seen = await seenWith(...lines)
  expect(countOf(seen, name)).toBe(1)
  expect(seen.headers[name]).toMatch(
    /^(eyJ\S{200,}|securetoken\.google\.com\/demo-proj\/Acme-x1y2z:a@)/,
  )
})

it.each([
  ['X06 any header of the x-goog family', 'x-goog-anything-new: 1'],
  ['X12 a method override', 'X-HTTP-Method-Override: DELETE'],
  ['X11 an original URL', 'X-Original-URL: /healthz'],
  ['X10 a forwarded URL', 'X-Forwarded-Uri: /public'],
  ['a client IP address', 'True-Client-IP: 10.0.0.1'],
  ['the variable HTTP_PROXY of CGI', 'Proxy: http://evil.test'],
  ['X-Forwarded', 'X-Forwarded: for=10.0.0.1'],
  ['Forwarded (RFC 7239)', 'Forwarded: for=10.0.0.1;host=evil.test'],
  ['the redirect token', 'X-Iap-3p-Token: t'],
  ['a proxy credential', 'Proxy-Authorization: Basic eDp4'],
])('the gate drops %s', async (_, line) => {
  const name = line.split(':', 1)[0]?.toLowerCase() ?? ''
  expect((await seenWith(line)).headers).not.toHaveProperty(name)
})

it.each([
  'X-Host',
  'X-Original-Host',
  'X-Envoy-Original-Path',
  'X-Method',
  'X-HTTP-Path-Override',
  'X-Scheme',
  'X-Url-Scheme',
  'Front-End-Https',
  'X-Azure-ClientIP',
  'X-Envoy-External-Address',
  'X-Originating-IP',
  'X-ProxyUser-Ip',
  'Remote-User',
  'X-Remote-User',
])('the gate drops the header %s, by which a client could claim something', async (name) => {
  const { headers } = await seenWith(`${name}: forged`)
  expect(headers).not.toHaveProperty(name.toLowerCase())
})

it.each([
  ['X03 underscores', 'X_Goog_Iap_Jwt_Assertion'],
  ['X04 dots', 'X-Goog.Iap.Jwt.Assertion'],
  ['an underscore', 'XDEBUG_TRIGGER'],
  ['an underscore and a meaning', 'sentry_trace'],
  ['a dot', 'X.Corp'],
  ['another mark', "X-Goog!#$%&'*+^`|~"],
])('the gate forwards a request without a header whose name has %s', async (_, name) => {
  const { rawHeaders, headers } = await seenWith(`${name}: forged`, 'X-Other: 2')
  expect(rawHeaders).not.toContain(name)
  expect(rawHeaders).not.toContain('forged')
  expect(headers).toHaveProperty('x-other', '2')
})

it.each([
  ['X14 an unknown framing', 'Transfer-Encoding: xchunked'],
  ['a second framing', 'Transfer-Encoding: gzip, chunked'],
])('the gate refuses %s with 400', async (_, line) => {
  expect(statusOf(await sendSignedIn('GET /x HTTP/1.1', [`Host: ${publicHost}`, line]))).toBe(400)
})

it('the gate drops the headers that the client lists in Connection', async () => {
  const { headers } = await seenWith('Connection: close, X-Hop', 'X-Hop: 1', 'X-Other: 2')
  expect(headers).not.toHaveProperty('x-hop')
  expect(headers).toHaveProperty('x-other', '2')
})

it('X08, X09: the gate sets the forwarded headers from the socket and the settings', async () => {
  const { headers } = await seenWith('X-Forwarded-For: 127.0.0.9', 'X-Forwarded-Host: evil.test')
  expect(headers).toMatchObject({
    host: publicHost,
    'x-forwarded-for': '127.0.0.1',
    'x-real-ip': '127.0.0.1',
    'x-forwarded-host': publicHost,
    'x-forwarded-proto': 'https',
  })
})

it('the gate accepts the client IP address from a listed proxy', async () => {
  const behindProxy = await startTestGate({ environment: { GATE_TRUSTED_PROXIES: '127.0.0.0/8' } })
  const user = await signIn(behindProxy)
  const answer = await user.open('/x', {
    'x-forwarded-for': '203.0.113.9',
    'x-real-ip': '203.0.113.9',
    'true-client-ip': '198.51.100.1',
    'x-azure-clientip': '198.51.100.1',
    'x-original-host': 'evil.test',
    'remote-user': 'forged',
  })
  expect(echoed(answer).headers).not.toHaveProperty('x-original-host')
  expect(echoed(answer).headers).not.toHaveProperty('remote-user')
  expect(echoed(answer).headers).toMatchObject({
    'x-forwarded-for': '203.0.113.9, 127.0.0.1',
    'x-real-ip': '203.0.113.9',
  })
  expect(answer.text).not.toContain('198.51.100.1')
  await behindProxy.stop()
})

it('the gate forwards a header of a listed proxy if the settings name it', async () => {
  const environment = { GATE_PASS_HEADERS: 'X-Azure-ClientIP', GATE_TRUSTED_PROXIES: '127.0.0.1' }
  const trusting = await startTestGate({ environment })
  const [here, there] = [await signIn(trusting), await signIn(gate)]
  const headers = { 'x-azure-clientip': '203.0.113.9', 'x-client-ip': '203.0.113.9' }
  expect(echoed(await here.call('/', { headers })).headers).toHaveProperty('x-azure-clientip')
  expect(echoed(await here.call('/', { headers })).headers).not.toHaveProperty('x-client-ip')
  expect(echoed(await there.call('/', { headers })).headers).not.toHaveProperty('x-azure-clientip')
  await trusting.stop()
})

it('the gate accepts a client IP address only from a listed proxy, whatever headers the settings name', async () => {
  const lax = await startTestGate({ environment: { GATE_PASS_HEADERS: 'X-Azure-ClientIP' } })
  const headers = { 'x-azure-clientip': '203.0.113.9', 'x-real-ip': '203.0.113.9' }
  const seen = echoed(await (await signIn(lax)).call('/', { headers })).headers
  expect(seen).not.toHaveProperty('x-azure-clientip')
  expect(seen).toHaveProperty('x-real-ip', '127.0.0.1')
  await lax.stop()
})

it('X15, X16: the gate forwards ordinary headers, and none of them signs anyone in', async () => {
  const { headers } = await seenWith('User-Agent: GoogleHC/1.0', 'Accept-Language: sv')
  expect(headers).toMatchObject({ 'user-agent': 'GoogleHC/1.0', 'accept-language': 'sv' })
  const stranger = await gate.browser().open('/x', { 'user-agent': 'GoogleHC/1.0' })
  expect(stranger.status).toBe(302)
})

it('the application does not get the gate’s cookies, and gets the others unchanged', async () => {
  const { headers } = await seenWith('Cookie: a=1; __Host-foyer-nonce-x=y; b="2; 3"')
  expect(headers['cookie']).toBe('a=1; b="2; 3"')
  expect((await seenWith()).headers).not.toHaveProperty('cookie')
})

it('the application cannot set a cookie of the gate', async () => {
  const cookies = [
    'app=1',
    '__Host-foyer-session=planted; Path=/',
    '\t__Host-foyer-nonce-x =planted; Path=/',
    // Browsers send a cookie without a name as its value only.
    '=__Host-foyer-session=planted; Path=/',
    'x__Host-foyer-session=1',
  ]
  const sly = await startTestGate({
    application: (_, res) => {
      res.setHeader('set-cookie', cookies)
      res.end()
    },
  })
  const answer = await (await signIn(sly)).open('/')
  expect(answer.headers['set-cookie']).toEqual(['app=1', 'x__Host-foyer-session=1'])
  await sly.stop()
})

it('X13: the gate refuses another host with 421', async () => {
  const line = 'GET / HTTP/1.1'
  expect(statusOf(await sendSignedIn(line, ['Host: evil.test']))).toBe(421)
  expect(statusOf(await sendSignedIn(line, [`Host: ${publicHost}.evil.test`]))).toBe(421)
  expect(statusOf(await sendSignedIn(line, [`Host: ${publicHost}:443`]))).toBe(200)
  expect(statusOf(await sendSignedIn(line, [`Host: ${publicHost.toUpperCase()}`]))).toBe(200)
})

it('the gate refuses a request with two hosts, or none, with 400', async () => {
  const twice = [`Host: ${publicHost}`, `Host: ${publicHost}`]
  expect(statusOf(await sendSignedIn('GET / HTTP/1.1', twice))).toBe(400)
  expect(statusOf(await sendSignedIn('GET / HTTP/1.1', []))).toBe(400)
})

it.each([
  ['an absolute form', `${publicOrigin}/x`],
  ['a target with another host', '//evil.test/x'],
  ['an encoded slash', '/a%2fb'],
  ['an encoded backslash', '/a%5Cb'],
  ['a backslash', '/a\\b'],
  ['a dot segment', '/a/../b'],
  ['an encoded dot segment', '/a/%2e%2E/b'],
  ['a dot segment with a parameter', '/a/..;x/b'],
  ['a fragment', '/a#b'],
  ['an encoded NUL', '/a%00b'],
  ['an encoded line feed', '/a%0Ab'],
  ['the last encoded control character', '/a%1fb'],
  ['an encoded DEL', '/a%7fb'],
  ['a byte beyond ASCII', '/\xe9'],
])('the gate refuses %s in the request target with 400', async (_, target) => {
  expect(statusOf(await sendSignedIn(`GET ${target} HTTP/1.1`, [`Host: ${publicHost}`]))).toBe(400)
})

it('the gate refuses TRACE with 405', async () => {
  expect(statusOf(await sendSignedIn('TRACE / HTTP/1.1', [`Host: ${publicHost}`]))).toBe(405)
})

describe('encoded slashes allowed by the setting', () => {
  let open: StartedGate
  let opener: TestBrowser
  beforeAll(async () => {
    open = await startTestGate({ environment: { GATE_ENCODED_SLASHES: 'pass' } })
    opener = await signIn(open)
  })
  afterAll(() => open.stop())

  it.each([
    '/api/vhosts/%2F/permissions',
    '/api/v4/projects/group%2Fproject',
    '/@scope%2fname',
    '/%2f%2f',
    '/a..%2f...%2fb',
  ])('with encoded slashes allowed, the application gets the path %s unchanged', async (path) => {
    expect(echoed(await opener.call(path)).url).toBe(path)
  })

  it.each(['/a%2F../b', '/..%2fb', '/a/%2e%2E%2fb', '/a%2f.', '/a%5cb', '//b', '/a%2f%00'])(
    'with encoded slashes allowed, the path %s is still refused',
    async (path) => {
      expect((await opener.call(path)).status).toBe(400)
    },
  )

  it('with encoded slashes allowed, a user returns to the same path after the sign-in', async () => {
    const { exchange } = await beginSignIn(open, open.browser(), '/@scope%2fname?x=%2F')
    expect(exchange.originalUri).toBe(`${publicOrigin}/@scope%2fname?x=%2F`)
  })
})

it('the setting for passed headers allows only the headers that a client may send', async () => {
  const names = 'X-User-Id, x-goog-iap-jwt-assertion, X-Forwarded-User, Cookie, Connection'
  const lax = await startTestGate({ environment: { GATE_PASS_HEADERS: names } })
  const answer = await (
    await signIn(lax)
  ).call('/', {
    headers: {
      'X-User-Id': 'abc',
      'X-User-Email': 'forged',
      'X-Goog-Iap-Jwt-Assertion': 'forged',
      'X-Forwarded-User': 'forged',
    },
  })
  expect(echoed(answer).headers).toMatchObject({ 'x-user-id': 'abc' })
  expect(answer.text).not.toContain('forged')
  expect(echoed(answer).headers).not.toHaveProperty('cookie')
  await lax.stop()
})

it('the gate forwards a URL that only looks unusual', async () => {
  const path = '/%/a..b/.well-known//x?u=%2f..%5c&v=//evil.test/%zz'
  const raw = await sendSignedIn(`GET ${path} HTTP/1.1`, [`Host: ${publicHost}`])
  expect(raw).toContain(JSON.stringify(path))
})

/** Headers that are dropped, each with a valid value. */
const droppedFromRequests = [
  // Headers that are for one connection only.
  ['HTTP2-Settings', 'AAMAAABkAARAAAAAAAIAAAAA'],
  ['Keep-Alive', 'timeout=5'],
  ['Proxy-Authenticate', 'Basic'],
  ['Proxy-Authorization', 'Basic eDp4'],
  ['Proxy-Connection', 'keep-alive'],
  ['TE', 'trailers'],
  ['Trailer', 'X-Checksum'],
  ['Upgrade', 'h2c'],
  // Headers that claim another URL or method than the gate has checked.
  ['Forwarded', 'for=10.0.0.1'],
  ['Proxy', 'http://evil.test'],
  ['X-Forwarded', 'for=10.0.0.1'],
  ['X-Forwarded-Prefix', '/admin'],
  ['X-HTTP-Method', 'DELETE'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Iap-3p-Token', 't'],
  ['X-Method-Override', 'DELETE'],
  ['X-Original-URI', '/admin'],
  ['X-Original-URL', '/admin'],
  ['X-Rewrite-URL', '/admin'],
  // Headers that claim another client.
  ['CF-Connecting-IP', '10.0.0.1'],
  ['Client-IP', '10.0.0.1'],
  ['Fastly-Client-IP', '10.0.0.1'],
  ['True-Client-IP', '10.0.0.1'],
  ['X-Client-IP', '10.0.0.1'],
  ['X-Cluster-Client-IP', '10.0.0.1'],
] as const

it.each(droppedFromRequests)(
  'the application never gets the client’s header %s',
  async (...row) => {
    const [name, value] = row
    const { headers } = await seenWith(`${name}: ${value}`, 'X-Other: 1')
    expect(headers).not.toHaveProperty(name.toLowerCase())
    expect(headers).toHaveProperty('x-other', '1')
  },
)

it('the client gets none of the headers that are for the connection to the application only', async () => {
  const ofThisHop = droppedFromRequests.slice(0, 8)
  const plain = await startTestGate({
    application: (_, res) => {
      for (const [name, value] of ofThisHop) res.setHeader(name, value)
      // Otherwise Node would list the other headers here, and they would be dropped for that reason.
      res.setHeader('connection', 'close')
      res.setHeader('x-other', '1')
      res.end()
    },
  })
  const { headers } = await (await signIn(plain)).open('/')
  expect(headers['x-other']).toBe('1')
  const names = ofThisHop.map(([name]) => name.toLowerCase())
  expect(names.filter((name) => headers[name] !== undefined)).toEqual([])
  await plain.stop()
})

describe('the rules for headers', () => {
  const socket = (remoteAddress?: string) => ({ remoteAddress }) as { remoteAddress: string }
  const jar = createGateCookies(new URL(publicOrigin))

  function headersFor(raw: string[], from = socket('203.0.113.9'), passed: string[] = []) {
    const names = raw.flatMap((name, index) => (index % 2 === 0 ? [name.toLowerCase()] : []))
    const headers = Object.fromEntries(names.map((name, index) => [name, raw[index * 2 + 1]]))
    const request = {
      method: 'GET',
      url: '/',
      httpVersion: '1.1',
      headers,
      rawHeaders: raw,
      socket: from,
    }
    return upstreamHeaders(request, ['x-goog-identity', 'ours'], {
      jar,
      publicUrl: new URL(publicOrigin),
      trustedProxies: { isEmpty: false, includes: (address) => address.startsWith('10.') },
      passedHeaders: new Set(passed),
      claimHeaderNames: () => new Set<string>(),
    })
  }
  const valuesOf = (headers: string[], wanted: string) =>
    headers.filter(
      (_value, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === wanted,
    )

  it.each([
    'expect',
    'forwarded',
    'host',
    'te',
    'x-forwarded',
    'x-forwarded-for',
    'x-goog-identity',
    'x-real-ip',
    'x-request-id',
  ])(
    'the setting for passed headers does not pass %s on, not even from a trusted proxy',
    (name) => {
      const headers = headersFor([name, 'a forged value'], socket('10.0.0.1'), [name])
      expect(valuesOf(headers, name)).not.toContain('a forged value')
    },
  )

  it('a name that only contains that of a header of the gate is passed on', () => {
    const headers = headersFor(['my-x-goog-id', '1', 'max-forwarded-by', '2'])
    expect(valuesOf(headers, 'my-x-goog-id')).toEqual(['1'])
    expect(valuesOf(headers, 'max-forwarded-by')).toEqual(['2'])
  })

  it.each([
    ['the address of the peer', '203.0.113.9', [], '203.0.113.9', '203.0.113.9'],
    [
      'an IPv4 address, although the socket is IPv6',
      '::ffff:203.0.113.9',
      [],
      '203.0.113.9',
      '203.0.113.9',
    ],
    ['an address without its zone', 'fe80::1%eth0', [], 'fe80::1', 'fe80::1'],
    ['no real address when the connection is gone', undefined, [], '0.0.0.0', '0.0.0.0'],
    [
      'the peer, whatever a client says',
      '203.0.113.9',
      ['X-Forwarded-For', '198.51.100.7'],
      '203.0.113.9',
      '203.0.113.9',
    ],
    [
      'the client of a trusted proxy',
      '10.0.0.1',
      ['X-Forwarded-For', '198.51.100.7'],
      '198.51.100.7, 10.0.0.1',
      '198.51.100.7',
    ],
    ['a trusted proxy that names no client', '10.0.0.1', [], '10.0.0.1', '10.0.0.1'],
  ])('the application gets %s', (_, peer, raw, forwardedFor, realIp) => {
    const headers = headersFor(raw, socket(peer))
    expect(valuesOf(headers, 'x-forwarded-for')).toEqual([forwardedFor])
    expect(valuesOf(headers, 'x-real-ip')).toEqual([realIp])
  })

  it.each([
    [101, false],
    [200, true],
    [204, false],
    [304, true],
  ])('a response with the status %i states a length: %s', (statusCode, isStated) => {
    const rawHeaders = ['Content-Length', '5', 'X-Other', '1']
    const headers = downstreamHeaders({ statusCode, headers: {}, rawHeaders }, jar)
    expect(valuesOf(headers, 'content-length')).toEqual(isStated ? ['5'] : [])
    expect(valuesOf(headers, 'x-other')).toEqual(['1'])
  })

  it.each([
    ['POST', {}, ['content-length', '0']],
    ['PUT', {}, ['content-length', '0']],
    ['PATCH', {}, ['content-length', '0']],
    ['GET', {}, []],
    ['DELETE', {}, []],
    ['GET', { 'content-length': '0' }, ['content-length', '0']],
    ['POST', { 'transfer-encoding': 'chunked' }, []],
  ])('the framing of a %s with %j is %j', (method, headers, framing) => {
    expect(bodyFraming({ method, url: '/', httpVersion: '1.1', headers, rawHeaders: [] })).toEqual(
      framing,
    )
  })

  it('neither a header nor a trailer of the application can claim to come from the gate', () => {
    const rawHeaders = ['X-Goog-IAP-Generated-Response', 'true', 'X-Other', '1']
    expect(downstreamHeaders({ headers: {}, rawHeaders }, jar)).toEqual(['X-Other', '1'])
    expect(downstreamTrailers(rawHeaders)).toEqual([['X-Other', '1']])
  })

  it('the client gets all trailers in their order', () => {
    expect(
      downstreamTrailers(['A', '1', 'TE', 'x', 'B', '2', 'Set-Cookie', 'c=1', 'A', '3']),
    ).toEqual([
      ['A', '1'],
      ['B', '2'],
      ['A', '3'],
    ])
  })
})
