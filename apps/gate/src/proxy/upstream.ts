import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { urlToHttpOptions } from 'node:url'
import { buildConnector, Client, Pool, type Dispatcher } from 'undici'
import { tcpKeepAliveMilliseconds } from '../http/http-server.ts'
import { createContinueGuard } from './unrequested-continue.ts'

export type UpstreamRequest = Pick<Dispatcher.DispatchOptions, 'method' | 'path' | 'body'> & {
  headers: string[]
}

/** The application behind the gate. */
export interface Upstream {
  /** Sends a request over one of the kept connections. The handler is called with the outcome. */
  dispatch(request: UpstreamRequest, handler: Dispatcher.DispatchHandler): void
  /** Sends a request over a new connection. After an upgrade, no other user's request may follow on it. */
  requestAlone(req: http.IncomingMessage, headers: readonly string[]): http.ClientRequest
  close(): void
}

/** Twice the limit for clients. Some applications exceed Node's own limit of 16 KB. */
const maxAnswerHeadBytes = 64 * 1024

/** Whether a response failed because its head is over the limit of undici or of Node's HTTP client. */
export function isHeadTooLarge(code: string | undefined): boolean {
  return code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW'
}

/** `watch` is called with each new connection. */
function createConnect(watch: (socket: Socket) => void): buildConnector.connector {
  const connect = buildConnector({ keepAliveInitialDelay: tcpKeepAliveMilliseconds })
  // The application's certificate has its own name, not the public name in the `Host` header.
  return ({ servername: _public, ...own }, callback) =>
    connect(own, (...result) => {
      if (result[1]) watch(result[1])
      callback(...result)
    })
}

/**
 * One connection of the pool. When a client drops a stream, undici closes the connection and opens another one at once,
 * for the request that nobody waits for any more. That one would stay open and unused. So it is refused, and the pool
 * forgets this place.
 */
class Connection extends Client {
  #isDropped = false

  constructor(origin: URL, options: Client.Options, connect: buildConnector.connector) {
    super(origin, {
      ...options,
      connect: (target, callback) => {
        if (this.#isDropped) callback(new Error('nobody waits for a response'), null)
        else connect(target, callback)
      },
    })
    // undici's own words. What it closes after an idle time may have got a request in the same moment.
    this.on('disconnect', (_origin, _targets, { code, message }) => {
      this.#isDropped = code === 'UND_ERR_INFO' && message === 'aborted'
    })
  }

  /** Only for a new request may it connect again. */
  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    this.#isDropped = false
    return super.dispatch(options, handler)
  }
}

export function createUpstream(origin: URL): Upstream {
  const guard = createContinueGuard(maxAnswerHeadBytes)
  const connect = createConnect((socket) => guard.watch(socket))
  // One request at a time on each connection, and as many connections as there are requests. The caller limits the time
  // without data.
  const pool = new Pool(origin, {
    connections: null,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: maxAnswerHeadBytes,
    factory: (place, options) => new Connection(place, options, connect),
  })
  const client = origin.protocol === 'https:' ? https : http
  const address = urlToHttpOptions(origin)

  return {
    dispatch: (request, handler) => void pool.dispatch(request, handler),
    requestAlone({ method, url: path }, headers) {
      const own = { agent: false, maxHeaderSize: maxAnswerHeadBytes }
      const request = client.request({ ...address, ...own, method, path, headers })
      request.maxHeadersCount = 0
      return request
    },
    close() {
      guard.close()
      void pool.destroy()
    },
  }
}
