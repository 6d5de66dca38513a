import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

export type Answerer = (request: IncomingMessage, response: ServerResponse) => void

/** A request that a browser has sent. */
export interface Visit {
  method: string
  host: string
  path: string
  query: URLSearchParams
  /** Of the Fetch standard, such as `navigate` and `cors`. */
  mode: string
  /** The names of the cookies. */
  cookies: readonly string[]
}

/** All hosts that a browser and our own programs can reach. They are in this process. */
export interface Internet {
  /** An HTTP proxy for browsers. Our own programs request `/HOST/PATH` from it, without TLS. */
  proxyUrl: string
  socksUrl: string
  /** The requests of browsers, in their order. */
  visits: Visit[]
  close: () => void
}

export async function startInternet(
  certificate: { key: string; cert: string },
  hosts: ReadonlyMap<string, Answerer>,
): Promise<Internet> {
  const visits: Visit[] = []
  const answer = (host: string, request: IncomingMessage, response: ServerResponse) => {
    const answerer = hosts.get(host)
    if (answerer) answerer(request, response)
    else response.writeHead(404).end()
  }

  const secure = createSecureServer(certificate, (request, response) => {
    const visit = visitOf(request)
    visits.push(visit)
    answer(visit.host, request, response)
  })
  const proxy = createServer((request, response) => {
    const [, host = '', path = '/'] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? []
    request.url = path
    request.headers.host = host
    answer(host, request, response)
  })
  proxy.on('connect', (_request, socket, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    socket.unshift(head)
    // Whatever the host is: the TLS server answers for all of them.
    secure.emit('connection', socket)
  })
  const socks = createTcpServer((socket) => {
    acceptSocks(socket, () => secure.emit('connection', socket))
  })
  const [proxyPort, socksPort] = [await listen(proxy), await listen(socks)]
  return {
    proxyUrl: `http://127.0.0.1:${proxyPort}`,
    socksUrl: `socks5://127.0.0.1:${socksPort}`,
    visits,
    close() {
      secure.closeAllConnections()
      socks.close()
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}

/** RFC 1928, without authentication. A client waits for each of the two answers. */
function acceptSocks(socket: Socket, onAccepted: () => void): void {
  socket.on('error', () => socket.destroy())
  socket.once('data', () => {
    socket.write(Buffer.of(5, 0))
    socket.once('data', () => {
      socket.write(Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0))
      onAccepted()
    })
  })
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function visitOf({ method = '', url = '/', headers }: IncomingMessage): Visit {
  const { host = '', cookie = '' } = headers
  const { pathname, searchParams } = new URL(url, `https://${host}`)
  const names = cookie.split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '')
  return {
    method,
    host,
    path: pathname,
    query: searchParams,
    mode: String(headers['sec-fetch-mode']),
    cookies: names.filter(Boolean),
  }
}
