import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import net, { type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicHost, publicOrigin, signIn, startTestGate } from '../testing/test-gate.ts'
import type { StartedGate } from '../testing/test-gate.ts'

let gate: StartedGate
let cookie: string

beforeAll(async () => {
  gate = await startTestGate({
    application: (_, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.write('data: 1\n\n')
    },
  })
  gate.upstream.on('upgrade', (_, socket: Socket) =>
    socket.write('HTTP/1.1 101 OK\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\ndata: 1'),
  )
  cookie = [...(await signIn(gate)).cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})
afterAll(() => gate.stop())

const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')

/** The kernel timers of an established connection between these ports (proc(5), tcp). */
function timersBetween(local: number | undefined, remote: number): string[] {
  const rows = readFileSync('/proc/net/tcp', 'latin1').split('\n').slice(1)
  return rows.flatMap((row) => {
    const [, from = '', to = '', state, , timer = ''] = row.trim().split(/\s+/)
    const isGateCookie =
      to.endsWith(`:${hex(remote)}`) && (local === undefined || from.endsWith(`:${hex(local)}`))
    return isGateCookie && state === '01' ? [timer.slice(0, 2)] : []
  })
}

/** The timer of TCP keep-alive. Data that is being sent has other timers. */
const keepAlive = '02'

it.runIf(process.platform === 'linux').each([
  ['a stream', []],
  ['a WebSocket', ['Connection: Upgrade', 'Upgrade: websocket', `Origin: ${publicOrigin}`]],
])('the kernel watches both connections of %s for a peer that is gone', async (_, more) => {
  const client = net.connect(gate.port, '127.0.0.1')
  const lines = ['GET /events HTTP/1.1', `Host: ${publicHost}`, `Cookie: ${cookie}`, ...more]
  client.write(`${lines.join('\r\n')}\r\n\r\n`)
  let received = ''
  while (!received.includes('data: 1'))
    received += String(((await once(client, 'data')) as [Buffer])[0])
  const { port: clientPort } = client.address() as AddressInfo
  const { port: upstreamPort } = gate.upstream.address() as AddressInfo
  // Until the last bytes are acknowledged, another timer runs.
  await expect.poll(() => timersBetween(gate.port, clientPort)).toEqual([keepAlive])
  await expect
    .poll(() => new Set(timersBetween(undefined, upstreamPort)))
    .toEqual(new Set([keepAlive]))
  client.destroy()
})
