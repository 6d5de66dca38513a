import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendRaw } from '../testing/raw-request.ts'
import { loginOrigin, publicHost, startTestGate } from '../testing/test-gate.ts'
import { readJsonBody } from './read-json-body.ts'

it('the gate refuses a body that stops half-way', async () => {
  const server = http.createServer((req) => {
    readJsonBody(req, 20).catch((error: unknown) => server.emit('outcome', error))
  })
  const outcome = new Promise((resolve) => {
    server.once('outcome', resolve)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"state":',
  )

  expect(await outcome).toMatchObject({ status: 'DEADLINE_EXCEEDED', httpStatus: 408 })
  client.destroy()
  server.close()
})

it('the gate reads a body that is too large to its end, so that the next request on the connection is answered', async () => {
  const gate = await startTestGate()
  const size = 2 * 1024 * 1024
  const raw = await sendRaw(gate.port, [
    'POST /_gcp_iap/handle_redirect HTTP/1.1',
    `Host: ${publicHost}`,
    `Origin: ${loginOrigin}`,
    'Content-Type: application/json',
    `Content-Length: ${size}`,
    '',
    `${'x'.repeat(size)}GET /_gcp_iap/healthz HTTP/1.1`,
    `Host: ${publicHost}`,
    'Connection: close',
  ])
  expect([...raw.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual([
    '413',
    '200',
  ])
  await gate.stop()
})

function request(chunks: Iterable<Buffer> | AsyncIterable<Buffer>, type?: string) {
  return Object.assign(Readable.from(chunks), {
    method: 'POST',
    url: '/',
    httpVersion: '1.1',
    headers: type === undefined ? {} : { 'content-type': type },
    rawHeaders: [],
  })
}
const json = 'application/json'
const bytes = (...texts: string[]) => texts.map((text) => Buffer.from(text))

describe('a JSON body', () => {
  afterEach(() => vi.useRealTimers())

  it.each([json, 'Application/JSON; charset=utf-8'])(
    'a body of the type %s is read',
    async (type) => {
      const body = bytes('{"state":', '"ğ"}')
      expect(await readJsonBody(request(body, type))).toEqual({ state: 'ğ' })
    },
  )

  it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded'])(
    'a body of the type %s is refused',
    async (type) => {
      await expect(readJsonBody(request(bytes('{}'), type))).rejects.toMatchObject({
        code: 'content-type',
      })
    },
  )

  it.each(['', '{', '{"a":1}}', '{"__proto__":{"a":1}}', '{"a":{"__proto__":null}}'])(
    'the body %j is refused',
    async (text) => {
      await expect(readJsonBody(request(bytes(text), json))).rejects.toMatchObject({
        code: 'unexpected-body',
      })
    },
  )

  it('a body of 16 KB is read, and a longer one is refused and no longer listened to', async () => {
    const text = (length: number) => `"${'x'.repeat(length - 2)}"`
    const largest = request(bytes(text(16 * 1024)), json)
    expect(await readJsonBody(largest)).toHaveLength(16 * 1024 - 2)
    const larger = request(bytes(text(16 * 1024 + 1)), json)
    await expect(readJsonBody(larger)).rejects.toMatchObject({ code: 'body-too-large' })
    expect(larger.listenerCount('data')).toBe(0)
  })

  it('a body whose connection fails is refused', async () => {
    async function* failing() {
      yield Buffer.from('{')
      throw new Error('ECONNRESET')
    }
    await expect(readJsonBody(request(failing(), json))).rejects.toMatchObject({
      code: 'body-cut-short',
    })
  })

  it('the time limit of a body ends with the request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const read = request(bytes('{}'), json)
    const closed = new Promise((resolve) => {
      read.once('close', resolve)
    })
    await readJsonBody(read)
    await closed
    expect(vi.getTimerCount()).toBe(0)
  })
})
