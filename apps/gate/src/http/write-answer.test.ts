import { connect } from 'node:net'
import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { textAnswer } from '../answer/answer.ts'
import { sendRaw } from '../testing/raw-request.ts'
import { writeAnswer } from './write-answer.ts'
import { loginOrigin, publicHost, startTestGate } from '../testing/test-gate.ts'

it('the response to a preflight has no length, because a 204 may not have one', async () => {
  const gate = await startTestGate()
  const raw = await sendRaw(gate.port, [
    'OPTIONS /_gcp_iap/handle_redirect HTTP/1.1',
    `Host: ${publicHost}`,
    `Origin: ${loginOrigin}`,
    'Connection: close',
  ])
  expect(raw).toMatch(/^HTTP\/1\.1 204 /)
  expect(raw).not.toMatch(/^(content-length|transfer-encoding):/im)
  await gate.stop()
})

it('a client that waits for 100 Continue gets its answer, and the connection is closed', async () => {
  const gate = await startTestGate()
  const raw = await sendRaw(gate.port, [
    'POST / HTTP/1.1',
    `Host: ${publicHost}`,
    'Expect: 100-continue',
    'Content-Length: 5',
  ])
  expect(raw).toMatch(/^HTTP\/1\.1 401 /)
  expect(raw).toMatch(/^connection: close\r$/im)
  await gate.stop()
})

it('after a refused request with a body, the connection is used for the next request', async () => {
  const gate = await startTestGate()
  const socket = connect(gate.port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  // More than sockets and streams keep without a reader.
  const length = 8 * 1024 * 1024
  socket.write(`POST / HTTP/1.1\r\nHost: ${publicHost}\r\nContent-Length: ${length}\r\n\r\n`)
  socket.write(Buffer.alloc(length))
  socket.write(`GET /_gcp_iap/healthz HTTP/1.1\r\nHost: ${publicHost}\r\n\r\n`)
  await expect
    .poll(() => received.match(/HTTP\/1\.1 \d+/g))
    .toEqual(['HTTP/1.1 401', 'HTTP/1.1 200'])
  expect(received).not.toMatch(/^connection: close/im)
  socket.destroy()
  await gate.stop()
})

it.each([
  [{ 'content-length': '5' }, 1],
  [{ 'transfer-encoding': 'chunked' }, 1],
  [{}, 0],
])('with the headers %j the client has limited time for its body: %i', (headers, timers) => {
  vi.useFakeTimers()
  const req = Object.assign(new PassThrough(), { headers, complete: false })
  const res = { req, writeHead: () => {}, end: () => {} }
  writeAnswer(res as unknown as ServerResponse, textAnswer(401, 'no'))
  expect(vi.getTimerCount()).toBe(timers)
  vi.useRealTimers()
})
