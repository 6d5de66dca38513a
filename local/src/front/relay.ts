import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/** Turns the whole text of a message into another. */
export interface Rewriting {
  request?: (body: string) => string
  answer?: (body: string) => string
}

/** Passes a request on and its answer back. */
export type Relay = (
  request: IncomingMessage,
  response: ServerResponse,
  rewriting?: Rewriting,
) => void

// These belong to one connection, not to the message (RFC 9110, 7.6.1).
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** @param name what is behind the relay, as the response names it while it is down */
export function createRelay(name: string, port: number): Relay {
  // Connections of their own: an idle one may be closed in the moment in which it is taken again.
  const agent = new Agent({ keepAlive: false })

  return (request, response, rewriting = {}) => {
    const upstream = httpRequest({
      agent,
      host: '127.0.0.1',
      port,
      method: request.method,
      path: request.url,
      headers: {
        ...passedOn(request.headers),
        ...(rewriting.answer !== undefined && { 'accept-encoding': 'identity' }),
      },
    })

    const giveUp = () => {
      upstream.destroy()
      if (response.headersSent) response.destroy()
      else answerDown(request, response, `The ${name} is not running.`)
    }

    upstream.once('response', (answer) => {
      pass(answer, response, rewriting.answer).catch(giveUp)
    })
    upstream.once('error', giveUp)
    response.once('close', () => upstream.destroy())
    send(request, upstream, rewriting.request).catch(() => {
      // The upstream request reports its own errors; a client that has left needs no response.
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
  const headers = passedOn(answer.headers)
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

function passedOn(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))
}

function answerDown(request: IncomingMessage, response: ServerResponse, reason: string): void {
  const isForPerson = request.headers.accept?.includes('text/html') === true
  response.writeHead(503, {
    'content-type': `${isForPerson ? 'text/html' : 'application/json'}; charset=utf-8`,
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'retry-after': '1',
  })
  response.end(isForPerson ? downPage(reason) : downError(reason))
}

/** In the shape of the identity service, whose SDK reads this as `auth/network-request-failed`. */
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
