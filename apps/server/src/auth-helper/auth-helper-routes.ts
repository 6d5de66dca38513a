import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServerError } from '../errors/server-error.ts'

const passedOn = ['accept', 'accept-language', 'if-none-match', 'if-modified-since', 'user-agent']
const passedBack = ['content-type', 'cache-control', 'etag', 'last-modified']

/**
 * Proxies the identity service's helper pages, so that `authDomain` can be the page's own host. On another
 * host, a browser with partitioned storage loses a sign-in by redirect (RD-02).
 */
export function addAuthHelperRoutes(
  app: FastifyInstance,
  helperOrigin: string,
  timeoutMs = 10_000,
) {
  const passOn = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = new URL(request.raw.url ?? '/', helperOrigin)
    // Checked after dot segments are resolved, so that no other path of that host is available under our
    // origin.
    const isHelper = url.origin === helperOrigin && /^\/__\/(?:auth|firebase)\//.test(url.pathname)
    if (!isHelper) throw new ServerError('not-found')

    const answer = await fetch(url, {
      method: request.method,
      headers: only(passedOn, (name) => request.headers[name]),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      const isLate = cause instanceof Error && cause.name === 'TimeoutError'
      throw isLate ? new ServerError('deadline-exceeded', { cause }) : badGateway(cause)
    })
    const isRedirect = answer.status >= 300 && answer.status < 400 && answer.status !== 304
    if (isRedirect || answer.status >= 500) throw badGateway()

    reply.code(answer.status)
    reply.headers(only(passedBack, (name) => answer.headers.get(name)))
    const policy = answer.headers.get('content-security-policy')
    reply.header('content-security-policy', policy === null ? framing : `${policy}, ${framing}`)
    return reply.send(answer.body === null ? null : Readable.fromWeb(answer.body))
  }
  app.get('/__/auth/*', passOn)
  app.get('/__/firebase/*', passOn)
}

const badGateway = (cause?: unknown) =>
  new ServerError('unavailable', { status: 502, retryAfterSeconds: null, cause })

/** Only the page may frame them. */
const framing = "frame-ancestors 'self'"

function only(names: string[], valueOf: (name: string) => unknown): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = valueOf(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
