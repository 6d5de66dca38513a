import http from 'node:http'
import https from 'node:https'
import { urlToHttpOptions } from 'node:url'

/** The application behind the gate, over connections that are kept open. */
export interface Upstream {
  request(req: http.IncomingMessage, headers: readonly string[]): http.ClientRequest
  close(): void
}

export function createUpstream(origin: URL): Upstream {
  const client = origin.protocol === 'https:' ? https : http
  const agent = new client.Agent({ keepAlive: true })
  const address = urlToHttpOptions(origin)
  return {
    request: (req, headers) =>
      client.request({
        ...address,
        method: req.method,
        path: req.url,
        headers,
        agent,
        setHost: false,
      }),
    close: () => agent.destroy(),
  }
}
