import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { listedNames } from '@foyer/contract/header-text'
import { hasBody } from '../request/page-request.ts'

const maxRequestHeadBytes = 32 * 1024
/** After so much silence the kernel probes whether the other end of a connection is still there. */
export const tcpKeepAliveMilliseconds = 30_000

interface HttpHandlers {
  request(req: IncomingMessage, res: ServerResponse): void
  /** The opening of a WebSocket. */
  socket(req: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** Node's server with the limits of the gate, and with the rules of HTTP/1.1 that Node does not enforce. */
export function createHttpServer(handlers: HttpHandlers): http.Server {
  const options = {
    maxHeaderSize: maxRequestHeadBytes,
    connectionsCheckingInterval: 2000,
    keepAlive: true,
    keepAliveInitialDelay: tcpKeepAliveMilliseconds,
    // Asked by Node 22.21, 24.9 and newer, which read the body of an offer in any case.
    shouldUpgradeCallback: (req: IncomingMessage) => opensWebSocket(req) || !hasBody(req),
  }
  const server = http.createServer(options)
  // Node drops headers beyond a certain number silently. The limit on their size is enough.
  server.maxHeadersCount = 0
  // Headers have to arrive in time. Bodies may be uploads of any length: only silence ends those.
  server.headersTimeout = 20_000
  server.requestTimeout = 0
  // Longer than load balancers keep a connection. Otherwise they would use one that was just closed.
  server.keepAliveTimeout = 620_000

  const unfinished = new WeakMap<Duplex, Set<ServerResponse>>()
  const lastAnswered = new WeakSet<Duplex>()

  function onRequest(req: IncomingMessage, res: ServerResponse) {
    const { socket } = req
    // After a request whose framing is in doubt, the next bytes may still be its body. After an upgrade that
    // Node ignored by itself, the first of the next bytes may be lost. Either way the connection ends here.
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
 * RFC 9112, 6.1: a proxy that does not know transfer codings may have passed one on with HTTP/1.0. Node also
 * accepts requests that name HTTP/0.9 or HTTP/2.0 in the form of HTTP/1.1; neither version has that form.
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
 * A server may ignore an upgrade (RFC 9110, 7.8), and the gate accepts WebSocket alone. Where Node ignores one it
 * loses the bytes after the request, and up to 22.20 and 24.8 it ignores all upgrades or none. So the gate takes
 * the connection over and lets Node parse the request again without the upgrade.
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
    // No space behind the colon, so that no request grows over the limit.
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}:${rawHeaders[index + 1]}`)
  }
  const text = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  socket.unshift(Buffer.concat([text, head]))
  server.emit('connection', socket)
}

/** Node emits an upgrade while earlier requests on the connection are still being answered. */
async function allFinished(
  answers: ReadonlySet<ServerResponse> | undefined,
  socket: Duplex,
): Promise<void> {
  if (!answers || answers.size === 0) return
  // Node no longer emits `drain` on them.
  const onDrain = () => answers.forEach((res) => res.emit('drain'))
  socket.on('drain', onDrain)
  // Each leaves the set when it closes.
  for (const res of answers) await once(res, 'close')
  socket.off('drain', onDrain)
}
