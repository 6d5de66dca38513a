import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../testing/raw-request.ts'
import { publicHost, signIn, startTestGate, type StartedGate } from '../testing/test-gate.ts'

let gate: StartedGate
let cookie: string
let bytes = ''

beforeAll(async () => {
  gate = await startTestGate({
    application: (req, res) => {
      if (req.url === '/odd') req.socket.write(bytes, 'latin1')
      else res.end('the next answer')
    },
  })
  cookie = [...(await signIn(gate)).cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})
afterAll(() => gate.stop())

/** Sends two requests, the second before the first is answered. */
const sendTwo = (method: string) =>
  sendRaw(gate.port, [
    `${method} /odd HTTP/1.1`,
    `Host: ${publicHost}`,
    `Cookie: ${cookie}`,
    'If-None-Match: "1"',
    '',
    'GET /next HTTP/1.1',
    `Host: ${publicHost}`,
    `Cookie: ${cookie}`,
    'Connection: close',
  ])

describe.each([
  ['GET', 304, 'Content-Length: 5\r\nETag: "1"\r\n\r\n'],
  ['GET', 304, 'ETag: "1"\r\n\r\n'],
  ['GET', 304, 'Transfer-Encoding: chunked\r\n\r\n'],
  ['GET', 204, 'Content-Length: 5\r\n\r\n'],
  ['GET', 204, '\r\n'],
  ['GET', 205, 'Content-Length: 5\r\n\r\n'],
  ['GET', 205, 'Content-Length: 5\r\n\r\nhello'],
  ['GET', 205, 'Content-Length: 0\r\n\r\n'],
  ['GET', 205, 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['HEAD', 200, 'Content-Length: 5\r\n\r\n'],
  ['HEAD', 200, 'Transfer-Encoding: chunked\r\n\r\n'],
  ['HEAD', 304, 'Content-Length: 5\r\n\r\n'],
  ['HEAD', 204, 'Content-Length: 5\r\n\r\n'],
])('a %s answered %i with %j', (method, status, rest) => {
  it(`a ${method} request gets the ${status} with ${JSON.stringify(rest)}, and the next request on the connection is answered`, async () => {
    bytes = `HTTP/1.1 ${status} Odd\r\n${rest}`
    const answers = await sendTwo(method)
    const [first = '', second = '', ...others] = answers.split(/(?=HTTP\/1\.1 )/)
    expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(first).toMatch(/\r\n\r\n$/)
    expect(second).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nthe next answer$/)
    expect(others).toEqual([])
  })
})

it('a 304 keeps the length that the application sets, and a 205 has none', async () => {
  bytes = 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n'
  expect(await sendTwo('GET')).toMatch(/^HTTP\/1\.1 304 Not Modified\r\nContent-Length: 5\r\n/)
  bytes = 'HTTP/1.1 205 Reset Content\r\nContent-Length: 5\r\n\r\n'
  expect(await sendTwo('GET')).toMatch(/^HTTP\/1\.1 205 Reset Content\r\ncontent-length: 0\r\n/)
})
