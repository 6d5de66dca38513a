import http from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { pino } from 'pino'
import { createPages } from '../answer/page-answer.ts'
import type { GateErrorCode } from '../errors/gate-error.ts'
import { createEndlessAnswers } from '../proxy/endless-answers.ts'
import { forward, type ForwardDeps } from '../proxy/forward.ts'
import { forwardUpgrade } from '../proxy/forward-upgrade.ts'
import { createUpstream } from '../proxy/upstream.ts'
import { createGateCookies } from '../request/cookies.ts'

interface ForwardingOptions {
  /** Called with each connection to the application. */
  application: (socket: Socket) => void
  silenceMilliseconds?: number
}

/** The forwarding of requests alone, without the decisions of the gate, in front of an application of raw sockets. */
export async function startForwarding({
  application,
  silenceMilliseconds = 60_000,
}: ForwardingOptions) {
  const behind = net.createServer({ allowHalfOpen: true }, application)
  const failures: GateErrorCode[] = []
  const logged: Record<string, unknown>[] = []
  const deps: ForwardDeps = {
    upstream: createUpstream(new URL(`http://127.0.0.1:${await listen(behind)}`)),
    jar: createGateCookies(new URL('https://app.corp.example')),
    pages: createPages({
      branding: { productName: 'Foyer', logo: undefined, accent: undefined },
      now: () => 1_800_000_000,
      onFailure: (code) => failures.push(code),
    }),
    silenceMilliseconds,
    endless: createEndlessAnswers(),
    counts: { isUpstreamUp: true },
    log: pino(
      { level: 'trace' },
      { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
    ),
  }
  const server = http.createServer((req, res) => forward(req, res, ['host', 'app'], deps))
  const upgrades: Duplex[] = []
  server.on('upgrade', (req, socket, head) => {
    // As the gate does.
    socket.on('error', () => socket.destroy())
    upgrades.push(socket)
    forwardUpgrade(req, socket, head, ['host', 'app'], deps)
  })
  const port = await listen(server)
  return {
    ...deps,
    failures,
    logged,
    server,
    /** The sockets of the WebSocket requests, at the side of the gate. */
    upgrades,
    /** A client that keeps its side of the connection open. */
    connect(...lines: string[]): Client {
      const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      socket.on('error', () => {})
      if (lines.length > 0) socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
      return createClient(socket)
    },
    async stop() {
      deps.upstream.close()
      server.closeAllConnections()
      server.close()
      behind.close()
    },
  }
}

export interface Client {
  readonly socket: Socket
  /** Everything that was received so far. */
  readonly received: () => string
  /** Resolves when this text was received. */
  readonly until: (text: string) => Promise<void>
  /** Resolves to everything that was received when the other side has ended the connection. */
  readonly end: Promise<string>
}

export function createClient(socket: Socket): Client {
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => (received += chunk))
  const end = new Promise<string>((resolve) => {
    for (const event of ['end', 'close']) socket.on(event, () => resolve(received))
  })
  return {
    socket,
    received: () => received,
    async until(text) {
      while (!received.includes(text)) await once(socket, 'data')
    },
    end,
  }
}

async function listen(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
