import { request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { stack } from '../stack.ts'
import type { Answerer } from './internet.ts'

interface Changes {
  /** The `Host` of the request. */
  host?: string
  /** Of the request's path and query. */
  path?: (path: string) => string
  /** Of the request's body. */
  sent?: (body: string) => string
  /** Of the response's body. */
  body?: (body: string) => string
}

/** Sends a host's requests to the local stack. */
export function relayToStack(changes: Changes): Answerer {
  const { host, port } = new URL(stack.login)
  return relayTo(Number(port), { host, ...changes })
}

/** Sends a host's requests to a port of this machine, as a load balancer does. */
export function relayTo(
  port: number,
  { host, path = (same) => same, sent, body }: Changes = {},
): Answerer {
  return (request, response) => {
    const { 'accept-encoding': encodings = 'identity', ...headers } = request.headers
    const upstream = send(
      {
        host: '127.0.0.1',
        port,
        method: request.method,
        path: path(request.url ?? '/'),
        headers: {
          ...headers,
          ...(host !== undefined && { host }),
          'accept-encoding': body ? 'identity' : encodings,
        },
      },
      (answer) => {
        const { statusCode = 502, headers: received } = answer
        if (!body) {
          response.writeHead(statusCode, received)
          answer.pipe(response)
          return
        }
        const { 'transfer-encoding': _dropped, ...kept } = received
        text(answer).then(
          (whole) => {
            const changed = Buffer.from(body(whole))
            response.writeHead(statusCode, { ...kept, 'content-length': changed.length })
            response.end(changed)
          },
          () => response.destroy(),
        )
      },
    )
    upstream.on('error', () => response.destroy())
    if (!sent) {
      request.pipe(upstream)
      return
    }
    text(request).then(
      (whole) => {
        const changed = Buffer.from(sent(whole))
        upstream.setHeader('content-length', changed.length)
        upstream.end(changed)
      },
      () => upstream.destroy(),
    )
  }
}
