import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import { tcpKeepAliveMilliseconds } from '../http/http-server.ts'
import type { GateCookies } from '../request/cookies.ts'
import { downstreamHeaders } from './header-rules.ts'
import { hasNoBody, isFinalStatus } from './response-status.ts'
import type { Endless, EndlessAnswers } from './endless-answers.ts'
import type { Upstream } from './upstream.ts'
import { followFrames, goingAway } from './websocket-frames.ts'

export interface UpgradeDeps {
  upstream: Upstream
  jar: GateCookies
  silenceMilliseconds: number
  endless: EndlessAnswers
}

const upgradeHeaders = ['connection', 'Upgrade', 'upgrade', 'websocket']

/** Opens the WebSocket to the application, and connects it with the client's. */
export function forwardUpgrade(
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  headers: readonly string[],
  { upstream, jar, silenceMilliseconds, endless }: UpgradeDeps,
): void {
  const request = upstream.requestAlone(req, [...headers, ...upgradeHeaders])
  const timer = setTimeout(() => refuseUpgrade(socket, 504), silenceMilliseconds)
  socket.on('close', () => {
    clearTimeout(timer)
    request.destroy()
  })
  request.on('error', () => refuseUpgrade(socket, 502))
  request.on('response', (response) => {
    clearTimeout(timer)
    if (!isFinalStatus(response.statusCode)) {
      refuseUpgrade(socket, 502)
      return
    }
    const answer = headOf(response, [...downstreamHeaders(response, jar), 'connection', 'close'])
    if (hasNoBody(response.statusCode)) {
      socket.end(answer, 'latin1', () => socket.destroy())
      return
    }
    socket.write(answer, 'latin1')
    pipeline(response, socket, () => socket.destroy())
  })
  request.on('upgrade', (response, upstreamSocket, upstreamHead) => {
    clearTimeout(timer)
    upstreamSocket.setKeepAlive(true, tcpKeepAliveMilliseconds)
    if (response.headers.upgrade?.toLowerCase() !== 'websocket') {
      refuseUpgrade(socket, 502)
      upstreamSocket.destroy()
      return
    }
    const answer = [...downstreamHeaders(response, jar), ...upgradeHeaders]
    socket.write(headOf(response, answer), 'latin1')
    endless.add(socket, join(socket, upstreamSocket, head, upstreamHead))
    socket.on('close', () => endless.remove(socket))
  })
  request.end()
}

/** How long a client may take to answer a close frame. */
const closeMilliseconds = 1_000

/**
 * Connects two sockets with backpressure. When one of them closes, so does the other. To end them in order, the client
 * gets a close frame. Its own close frame is passed on, so that the application ends the connection as usual.
 */
function join(
  client: Duplex,
  application: Duplex,
  fromClient: Buffer,
  fromApplication: Buffer,
): Endless {
  const frames = followFrames()
  let isEnding = false
  let isCloseSent = false
  const sendClose = () => {
    if (isCloseSent || !frames.isBetweenFrames()) return
    isCloseSent = true
    application.unpipe(client)
    application.resume()
    client.write(goingAway)
  }
  frames.push(fromApplication)
  // It is closed after an error.
  application.on('error', () => {})
  application.on('close', () => client.destroy())
  client.on('close', () => application.destroy())
  client.write(fromApplication)
  application.write(fromClient)
  client.pipe(application)
  application.pipe(client)
  // After the pipe has written the same bytes.
  application.on('data', (chunk: Buffer) => {
    if (isCloseSent) return
    frames.push(chunk)
    if (isEnding) sendClose()
  })
  return {
    endInOrder() {
      isEnding = true
      sendClose()
      setTimeout(() => client.end(() => client.destroy()), closeMilliseconds).unref()
    },
  }
}

/** Refuses an upgrade. The response has no body, because a browser does not show it to scripts. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  if (socket.destroyed || socket.writableEnded) return
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      'x-goog-iap-generated-response: true\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
    // The server no longer watches this socket, and the client could keep it half open for ever.
    () => socket.destroy(),
  )
}

/** The application's reason phrase is left out, because it may contain anything, and clients ignore it. */
function headOf({ statusCode = 502 }: IncomingMessage, headers: readonly string[]): string {
  const lines = [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`]
  for (let index = 0; index + 1 < headers.length; index += 2) {
    lines.push(`${headers[index]}: ${headers[index + 1]}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}
