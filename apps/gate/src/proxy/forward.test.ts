import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { EventEmitter, once } from 'node:events'
import { expect, it } from 'vitest'
import { sendRaw } from '../testing/raw-request.ts'
import { publicHost, signIn, startTestGate } from '../testing/test-gate.ts'

/** A gate in front of this application, and a function that sends requests with a session. */
async function setUp(application?: http.RequestListener, environment = {}) {
  const gate = await startTestGate({ ...(application && { application }), environment })
  const browser = await signIn(gate)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = (options: http.RequestOptions) =>
    http.request({
      host: '127.0.0.1',
      port: gate.port,
      agent: false,
      ...options,
      headers: { host: publicHost, cookie, ...(options.headers as http.OutgoingHttpHeaders) },
    })
  return { gate, browser, send }
}

async function answerTo(request: http.ClientRequest): Promise<http.IncomingMessage> {
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return response
}

it('the gate streams in both directions: the response begins before the request body is complete', async () => {
  const { gate, send } = await setUp((req, res) => req.pipe(res))
  const request = send({ method: 'POST', path: '/echo' })
  request.write('first')
  const response = await answerTo(request)
  const [first] = (await once(response, 'data')) as [Buffer]
  expect(first.toString()).toBe('first')
  request.end('last')
  const [last] = (await once(response, 'data')) as [Buffer]
  expect(last.toString()).toBe('last')
  await gate.stop()
})

it('the gate forwards megabytes unchanged, at the pace of the slower side', async () => {
  const size = 8 * 1024 * 1024
  let received = 0
  const { gate, send } = await setUp((req, res) => {
    req.on('data', (chunk: Buffer) => (received += chunk.length))
    req.on('end', () => res.end(Buffer.alloc(size, 'y')))
  })
  const request = send({ method: 'PUT', path: '/', headers: { 'content-length': size } })
  request.end(Buffer.alloc(size, 'x'))
  let sent = 0
  for await (const chunk of await answerTo(request)) sent += (chunk as Buffer).length
  expect({ received, sent }).toEqual({ received: size, sent: size })
  await gate.stop()
})

it('the gate forwards HEAD, ranges and repeated headers unchanged', async () => {
  const { gate, send } = await setUp((req, res) => {
    const range = `bytes 0-1/${req.headers.range === 'bytes=0-1' ? 10 : '?'}`
    const twice = ['X-Twice', '1', 'X-Twice', '2']
    const hidden = ['Connection', 'X-Private', 'X-Private', 'p']
    const headers = ['Content-Range', range, 'Content-Length', '2', ...twice, ...hidden]
    res.writeHead(206, headers)
    res.end(req.method === 'HEAD' ? undefined : 'ab')
  })
  const request = send({ method: 'HEAD', path: '/file', headers: { range: 'bytes=0-1' } })
  request.end()
  const response = await answerTo(request)
  response.resume()
  expect(response.statusCode).toBe(206)
  expect(response.statusMessage).toBe('Partial Content')
  expect(response.headers).toMatchObject({
    'content-range': 'bytes 0-1/10',
    'x-twice': '1, 2',
    'content-length': '2',
  })
  expect(response.headers).not.toHaveProperty('x-private')
  await gate.stop()
})

it('the gate forwards early hints, and trailers that have no meaning for HTTP', async () => {
  const { gate, send } = await setUp((_, res) => {
    res.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' })
    res.writeHead(200, { trailer: 'x-checksum' })
    res.write('body')
    res.addTrailers([
      ['x-checksum', 'abc'],
      ['set-cookie', 'late=1'],
      ['connection', 'x-checksum'],
      ['x-goog-iap-generated-response', 'true'],
    ])
    res.end()
  })
  const request = send({ path: '/' })
  const hints = once(request, 'information') as Promise<[http.InformationEvent]>
  request.end()
  const response = await answerTo(request)
  expect((await hints)[0]).toMatchObject({
    statusCode: 103,
    headers: { link: expect.any(String) as unknown },
  })
  response.resume()
  await once(response, 'end')
  expect(response.trailers).toEqual({ 'x-checksum': 'abc' })
  await gate.stop()
})

it('with Expect: 100-continue, the gate asks for the body only if the user is signed in', async () => {
  const { gate, send } = await setUp((req, res) => req.pipe(res))
  const expecting = {
    method: 'POST',
    path: '/',
    headers: { expect: '100-continue', 'content-length': 4 },
  }
  const welcome = send(expecting)
  welcome.flushHeaders()
  await once(welcome, 'continue')
  welcome.end('body')
  const echo = await answerTo(welcome)
  expect(((await once(echo, 'data')) as [Buffer])[0].toString()).toBe('body')

  const stranger = send({ ...expecting, headers: { ...expecting.headers, cookie: '' } })
  let asked = 0
  stranger.on('continue', () => (asked += 1))
  stranger.flushHeaders()
  expect((await answerTo(stranger)).statusCode).toBe(401)
  expect(asked).toBe(0)
  stranger.destroy()
  await gate.stop()
})

it.each([
  ['the application answers before it has read the body', 'a user', 413],
  ['the gate refuses it', 'a client without a session', 401],
])('the client gets the whole response when %s', async (_, who, status) => {
  const { gate, send } = await setUp((__, res) => {
    res.writeHead(413)
    res.end('too large')
  })
  const size = 6 * 1024 * 1024
  const headers = {
    'content-length': size,
    ...(who === 'a client without a session' && { cookie: '' }),
  }
  const agent = new http.Agent({ keepAlive: true })
  const request = send({ method: 'POST', path: '/upload', headers, agent })
  request.end(Buffer.alloc(size))
  const response = await answerTo(request)
  expect(response.statusCode).toBe(status)
  let text = ''
  for await (const chunk of response) text += String(chunk)
  expect(text).toBe(
    status === 413 ? 'too large' : '{"error":{"code":401,"status":"UNAUTHENTICATED"}}',
  )
  // The rest of the body is read, so that the connection is not reset.
  if (!request.writableFinished) await once(request, 'finish')
  agent.destroy()
  await gate.stop()
})

it('the gate answers 502 while the application is down, and the session stays', async () => {
  const { gate, browser } = await setUp()
  const { port } = gate.upstream.address() as AddressInfo
  gate.upstream.closeAllConnections()
  gate.upstream.close()
  await once(gate.upstream, 'close')

  const page = await browser.open('/report?id=7', { 'accept-language': 'tr-TR,tr;q=0.9' })
  expect(page.status).toBe(502)
  expect(page.text).toContain('Uygulamaya ulaşılamıyor')
  expect(page.text).toContain('href="/report?id=7"')
  expect(page.headers['set-cookie']).toBeUndefined()
  const script = await browser.call('/api')
  expect(JSON.parse(script.text)).toEqual({ error: { code: 502, reason: 'unreachable' } })

  gate.upstream.listen(port, '127.0.0.1')
  await once(gate.upstream, 'listening')
  expect((await browser.open('/report?id=7')).status).toBe(200)
  await gate.stop()
})

it('the gate answers 504 when the application does not respond, and the session stays', async () => {
  const { gate, browser } = await setUp(
    (req, res) => {
      if (req.url !== '/silent') res.end('here')
    },
    { GATE_UPSTREAM_TIMEOUT: '1' },
  )
  const silent = await browser.open('/silent')
  expect(silent.status).toBe(504)
  expect(silent.text).toContain('did not answer in time')
  expect((await browser.open('/')).text).toBe('here')
  await gate.stop()
})

it.each([
  ['408 when the user stops in the middle of a body', 'part', 408],
  ['504 when the application has the body and does not respond', 'whole', 504],
])(
  'the gate answers %s, and closes the connection to the application',
  async (_what, body, status) => {
    const events = new EventEmitter()
    const applicationSaw = once(events, 'closed')
    const { gate, send } = await setUp(
      (req, res) => {
        res.on('close', () => events.emit('closed'))
        req.resume()
      },
      { GATE_UPSTREAM_TIMEOUT: '1' },
    )
    const request = send({ method: 'POST', path: '/', headers: { 'content-length': 5 } })
    request.on('error', () => undefined)
    request.write(body)
    const response = await answerTo(request)
    expect(response.statusCode).toBe(status)
    let text = ''
    for await (const chunk of response) text += String(chunk)
    expect(JSON.parse(text)).toMatchObject({ error: { code: status } })
    expect(await applicationSaw).toEqual([])
    request.destroy()
    await gate.stop()
  },
)

it('the gate closes the client’s connection when the application breaks off, so that half a response does not look complete', async () => {
  const { gate, send } = await setUp((_, res) => {
    res.writeHead(200, { 'content-length': 100 })
    res.write('half', () => res.destroy())
  })
  const request = send({ path: '/' })
  request.end()
  const response = await answerTo(request)
  response.resume()
  await expect(once(response, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' })
  await gate.stop()
})

it('the gate closes the connection to the application when the client disconnects', async () => {
  const events = new EventEmitter()
  const applicationSaw = once(events, 'closed')
  const { gate, send } = await setUp((_, res) => {
    res.on('close', () => events.emit('closed'))
    res.write('endless')
  })
  const request = send({ path: '/events' })
  request.on('error', () => undefined)
  request.end()
  const response = await answerTo(request)
  response.on('error', () => undefined)
  request.destroy()
  expect(await applicationSaw).toEqual([])
  await gate.stop()
})

it('a GET is repeated if the application had just closed the kept connection', async () => {
  let requests = 0
  const { gate, browser } = await setUp((req, res) => {
    requests += 1
    // The second request on a kept connection finds it closed.
    if (requests === 2) req.socket.resetAndDestroy()
    else res.end('here')
  })
  await browser.open('/')
  expect((await browser.open('/')).text).toBe('here')
  expect(requests).toBe(3)
  await gate.stop()
})

it('the gate uses one connection to the application for many requests', async () => {
  const { gate, browser } = await setUp((req, res) => res.end(String(req.socket.remotePort)))
  const ports = [(await browser.open('/')).text, (await browser.open('/')).text]
  expect(ports[0]).toBe(ports[1])
  await gate.stop()
})

/** What a user gets, and then the next user, when the application writes these bytes. */
async function answersAround(bytes: string) {
  const { gate, browser } = await setUp((req, res) => {
    if (req.url === '/odd') req.socket.end(bytes, 'latin1')
    else res.end('here')
  })
  const odd = await browser.call('/odd')
  const next = await browser.call('/')
  await gate.stop()
  return { odd, next }
}

const end = 'content-length: 2\r\n\r\nok'

it.each([
  ['a status below 100', `HTTP/1.1 000 OK\r\n${end}`],
  ['a status above 599', `HTTP/1.1 600 OK\r\n${end}`],
  ['101 without a protocol', 'HTTP/1.1 101 OK\r\n\r\n'],
  [
    'a switch that was not requested',
    'HTTP/1.1 101 OK\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
  ],
  ['a control character in a header', `HTTP/1.1 200 OK\r\nx-odd: a\x01b\r\n${end}`],
  ['a mark in the name of a header', `HTTP/1.1 200 OK\r\nx odd: 1\r\n${end}`],
  ['two framings', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n${end}`],
  ['no HTTP at all', 'what?\r\n\r\n'],
])('the gate answers 502 to %s, and serves the next request', async (_, bytes) => {
  const { odd, next } = await answersAround(bytes)
  expect(odd.status).toBe(502)
  expect(next.text).toBe('here')
})

it.each([
  ['a control character in the reason phrase', `HTTP/1.1 200 a\x01b\r\n${end}`],
  ['malformed early hints', `HTTP/1.1 103 a\x01\r\nlink: <\r\n\r\nHTTP/1.1 200 OK\r\n${end}`],
])('the gate forwards a response despite %s', async (_, bytes) => {
  const { odd, next } = await answersAround(bytes)
  expect(odd).toMatchObject({ status: 200, text: 'ok' })
  expect(next.text).toBe('here')
})

it('the gate forwards no length for a response without a body', async () => {
  const { odd } = await answersAround('HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n')
  expect(odd.status).toBe(204)
  expect(odd.headers).not.toHaveProperty('content-length')
})

it('the gate closes a connection on which the application still waits for a body', async () => {
  const events = new EventEmitter()
  const applicationSaw = once(events, 'closed')
  const { gate, send } = await setUp((req, res) => {
    req.socket.on('close', () => events.emit('closed'))
    res.end('early')
  })
  const request = send({ method: 'POST', path: '/', headers: { 'content-length': 100 } })
  request.write('part')
  const response = await answerTo(request)
  response.resume()
  await once(response, 'end')
  expect(await applicationSaw).toEqual([])
  request.destroy()
  await gate.stop()
})

it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])(
  'the gate forwards the body of a %s, and the next request is parsed correctly',
  async (method) => {
    const seen: string[] = []
    const { gate, browser } = await setUp((req, res) => {
      let body = ''
      req.on('data', (chunk) => (body += String(chunk)))
      req.on('end', () => {
        seen.push(`${req.method} ${body}`)
        res.end()
      })
    })
    const smuggled = `GET /other HTTP/1.1\r\nhost: ${publicHost}\r\n\r\n`
    const headers = { 'content-length': String(smuggled.length) }
    await browser.call('/', { method, headers, body: smuggled })
    await browser.call('/next')
    expect(seen).toEqual([`${method} ${smuggled}`, 'GET '])
    await gate.stop()
  },
)

it('a client that sends Expect: 100-continue gets one 100, and only with a session', async () => {
  const { gate, browser } = await setUp((req, res) => req.pipe(res))
  const session = browser.cookies.get('__Host-foyer-session') ?? ''
  const statusesFor = async (...lines: string[]) => {
    const expecting = ['Expect: 100-continue', 'Content-Length: 4', 'Connection: close']
    const raw = await sendRaw(gate.port, [
      'POST / HTTP/1.1',
      `Host: ${publicHost}`,
      ...expecting,
      ...lines,
      '',
      'body',
    ])
    return [...raw.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
  }
  expect(await statusesFor()).toEqual([401])
  expect(await statusesFor(`Cookie: __Host-foyer-session=${session}`)).toEqual([100, 200])
  await gate.stop()
})

it.each([
  ['GET with a body', 'GET', 'body'],
  ['POST with a body', 'POST', 'body'],
  ['POST without a body', 'POST', ''],
  ['DELETE', 'DELETE', ''],
])(
  'a %s is not repeated, because the application may already have acted on it',
  async (_, method, body) => {
    const seen: string[] = []
    const { gate, browser } = await setUp((req, res) => {
      seen.push(`${req.method} ${req.url}`)
      if (req.url === '/cut') req.socket.resetAndDestroy()
      else res.end('here')
    })
    await browser.open('/')
    const headers = { 'content-length': String(body.length) }
    expect((await browser.call('/cut', { method, headers, body })).status).toBe(502)
    expect(seen).toEqual(['GET /', `${method} /cut`])
    await gate.stop()
  },
)
