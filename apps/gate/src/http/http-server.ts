import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { listedNames } from '@foyer/contract/header-text'
import { hasBody } from '../request/page-request.ts'

const maxRequestHeadBytes = 32 * 1024
/** After this time without data, the kernel probes whether the peer still exists. */
export const tcpKeepAliveMilliseconds = 30_000

export interface HttpHandlers {
  request(req: IncomingMessage, res: ServerResponse): void
  /** A WebSocket request. */
  socket(req: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** Node's HTTP server with the gate's limits, and with rules of HTTP/1.1 that Node does not enforce. */
export function createHttpServer(handlers: HttpHandlers): http.Server {
  const options = {
    maxHeaderSize: maxRequestHeadBytes,
    connectionsCheckingInterval: 2000,
    keepAlive: true,
    keepAliveInitialDelay: tcpKeepAliveMilliseconds,
    // Node 22.21, 24.9 and newer ask this, and read the body of an upgrade request in any case.
    shouldUpgradeCallback: (req: IncomingMessage) => opensWebSocket(req) || !hasBody(req),
  }
  const server = http.createServer(options)
  // Node silently drops headers beyond this count. The limit on their size is enough.
  server.maxHeadersCount = 0
  // Headers must arrive in time. A body may be an upload of any length, so only silence ends it.
  server.headersTimeout = 20_000
  server.requestTimeout = 0
  // Longer than load balancers keep an idle connection. Otherwise they would use one that the gate has just closed.
  server.keepAliveTimeout = 620_000

  const unfinished = new WeakMap<Duplex, Set<ServerResponse>>()
  const lastAnswered = new WeakSet<Duplex>()

  function onRequest(req: IncomingMessage, res: ServerResponse) {
    const { socket } = req
    // If the framing of a request is in doubt, the next bytes may still be its body. If Node itself ignored an upgrade,
    // the first of the next bytes may be lost. In both cases the connection ends here.
    if (lastAnswered.has(socket)) return
    if (isFramedInDoubt(req) || isOffer(req)) {
      lastAnswered.add(socket)
      res.shouldKeepAlive = false
    }
    const answers = unfinished.get(socket) ?? new Set()
    unfinished.set(socket, answers.add(res))
    res.on('close', () => answers.delete(res))
    handlers.request(req, res)
  }

  async function onUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
    const onError = () => socket.destroy()
    socket.on('error', onError)
    await allFinished(unfinished.get(socket), socket)
    if (socket.destroyed || !socket.writable) return
    if (opensWebSocket(req)) {
      handlers.socket(req, socket, head)
    } else {
      socket.off('error', onError)
      readAgainWithoutOffer(server, req, socket, head)
    }
  }

  server.on('request', onRequest)
  server.on('checkContinue', onRequest)
  server.on('upgrade', (req, socket, head) => void onUpgrade(req, socket, head))
  return server
}

/**
 * RFC 9112, 6.1: a proxy that does not know transfer codings may have forwarded one with HTTP/1.0. Node also accepts
 * requests with the version HTTP/0.9 or HTTP/2.0 in the form of HTTP/1.1, which neither version has.
 */
function isFramedInDoubt({ httpVersion, headers }: IncomingMessage): boolean {
  if (httpVersion === '1.1') return false
  return httpVersion !== '1.0' || headers['transfer-encoding'] !== undefined
}

const isOffer = ({ headers }: IncomingMessage) => headers.upgrade !== undefined

function opensWebSocket({ method, httpVersion, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' && httpVersion === '1.1' && listedNames(headers.upgrade).includes('websocket')
  )
}

/**
 * A server may ignore an upgrade (RFC 9110, 7.8), and the gate accepts only WebSocket. But when Node ignores an
 * upgrade, it loses the bytes after the request, and up to 22.20 and 24.8 it ignores all upgrades or none. So the gate
 * takes the connection over, and lets Node parse the request again without the upgrade.
 */
function readAgainWithoutOffer(
  server: http.Server,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    // There is no space behind the colon, so that the request does not grow over the limit.
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}:${rawHeaders[index + 1]}`)
  }
  const text = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  socket.unshift(Buffer.concat([text, head]))
  server.emit('connection', socket)
}

/** Waits for earlier requests of the connection, because Node emits an upgrade while they are still being answered. */
async function allFinished(
  answers: ReadonlySet<ServerResponse> | undefined,
  socket: Duplex,
): Promise<void> {
  if (!answers || answers.size === 0) return
  // Node no longer emits `drain` on these responses.
  const onDrain = () => answers.forEach((res) => res.emit('drain'))
  socket.on('drain', onDrain)
  // Each response leaves the set when it closes.
  for (const res of answers) await once(res, 'close')
  socket.off('drain', onDrain)
}
