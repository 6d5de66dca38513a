import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
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
