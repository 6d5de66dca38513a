import http from 'node:http'
import https from 'node:https'
import { urlToHttpOptions } from 'node:url'

/** The application behind the gate. */
export interface Upstream {
  /** Over one of the connections that are kept open. */
  request(req: http.IncomingMessage, headers: readonly string[]): http.ClientRequest
  /** Over a connection of its own: nobody else's request may follow on one that was to be a socket. */
  requestAlone(req: http.IncomingMessage, headers: readonly string[]): http.ClientRequest
  close(): void
}

export function createUpstream(origin: URL): Upstream {
  const client = origin.protocol === 'https:' ? https : http
  const agent = new client.Agent({ keepAlive: true })
  const address = urlToHttpOptions(origin)

  function send(
    { method, url: path }: http.IncomingMessage,
    headers: readonly string[],
    over: http.Agent | false,
  ) {
    return client.request({ ...address, method, path, headers, agent: over, setHost: false })
  }

  return {
    request: (req, headers) => send(req, headers, agent),
    requestAlone: (req, headers) => send(req, headers, false),
    close: () => agent.destroy(),
  }
}
