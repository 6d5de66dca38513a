import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/** Functions that rewrite the complete body of a request or a response. */
export interface Rewriting {
  request?: (body: string) => string
  answer?: (body: string) => string
}

/** Forwards a request and its response. */
export type Relay = (
  request: IncomingMessage,
  response: ServerResponse,
  rewriting?: Rewriting,
) => void

// Headers of one connection, which are not forwarded (RFC 9110, 7.6.1).
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** @param name the name of the upstream, for the error response while it is down */
export function createRelay(name: string, port: number): Relay {
  // No keep-alive: the upstream could close an idle connection just when it is used again.
  const agent = new Agent({ keepAlive: false })

  return (request, response, rewriting = {}) => {
    const upstream = httpRequest({
      agent,
      host: '127.0.0.1',
      port,
      method: request.method,
      path: request.url,
      headers: {
        ...forwardedHeaders(request.headers),
        ...(rewriting.answer !== undefined && { 'accept-encoding': 'identity' }),
      },
    })

    const giveUp = () => {
      upstream.destroy()
      if (response.headersSent) response.destroy()
      else respondUnavailable(request, response, `The ${name} is not running.`)
    }

    upstream.once('response', (answer) => {
      pass(answer, response, rewriting.answer).catch(giveUp)
    })
    upstream.once('error', giveUp)
    response.once('close', () => upstream.destroy())
    send(request, upstream, rewriting.request).catch(() => {
      // The upstream's 'error' event handles upstream errors. A client that has disconnected needs no
      // response.
    })
  }
}

async function send(
  request: IncomingMessage,
  upstream: ClientRequest,
  rewrite: Rewriting['request'],
): Promise<void> {
  if (rewrite === undefined) return pipeline(request, upstream)
  const body = Buffer.from(rewrite(await text(request)))
  upstream.setHeader('content-length', body.length)
  upstream.end(body)
}

async function pass(
  answer: IncomingMessage,
  response: ServerResponse,
  rewrite: Rewriting['answer'],
): Promise<void> {
  const headers = forwardedHeaders(answer.headers)
  if (rewrite === undefined) {
    response.writeHead(answer.statusCode ?? 502, headers)
    await pipeline(answer, response)
    return
  }
  const body = Buffer.from(rewrite(await text(answer)))
  delete headers['etag']
  response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': body.length })
  response.end(body)
}

function forwardedHeaders(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))
}

function respondUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  reason: string,
): void {
  const isForPerson = request.headers.accept?.includes('text/html') === true
  response.writeHead(503, {
    'content-type': `${isForPerson ? 'text/html' : 'application/json'}; charset=utf-8`,
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'retry-after': '1',
  })
  response.end(isForPerson ? downPage(reason) : downError(reason))
}

/** In the error format of the identity service. Its SDK reads this as `auth/network-request-failed`. */
function downError(reason: string): string {
  const message = `NETWORK_REQUEST_FAILED : ${reason}`
  return JSON.stringify({ error: { code: 503, status: 'UNAVAILABLE', message } })
}

function downPage(reason: string): string {
  return `<!doctype html>
<html lang="en">
<title>Not running</title>
<h1>${reason}</h1>
<p>Start it again in the local stack, then <a href="">try again</a>.</p>
</html>
`
}
