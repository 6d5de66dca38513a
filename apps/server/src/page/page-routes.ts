import { isPrerender } from '@foyer/contract/request-purpose'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ServerError } from '../errors/server-error.ts'
import { splitTarget } from '../http/request-target.ts'
import { isFilePath } from './page-files.ts'
import { sendFile, type StaticFile } from '../http/static-file.ts'

/** Files by their exact path, the page for every other URL (A4: the page itself moves on to `/`). */
export function addPageRoutes(
  app: FastifyInstance,
  files: ReadonlyMap<string, StaticFile>,
  signInPage: (target: string, isUserLed: boolean) => Promise<StaticFile>,
) {
  app.get('/*', async (request, reply) => {
    const target = request.raw.url ?? '/'
    const { pathname } = splitTarget(target)
    const file = files.get(pathname)
    if (file !== undefined) return sendFile(request, reply, file)
    if (isFilePath(pathname)) throw new ServerError('not-found')
    // It would sign in, sign out or use up a token for a visit that may never come.
    if (isPrerender(request.headers)) {
      throw new ServerError('unavailable', { retryAfterSeconds: null })
    }
    // Browsers send it when a user has typed, followed or reloaded a URL, through redirects too.
    const isUserLed = request.headers['sec-fetch-user'] === '?1'
    return sendFile(request, reply, await signInPage(target, isUserLed), { inPieces: true })
  })
}

/** A path that cannot be decoded (UR-13): the user is taken to `/`, the sign-in request kept. */
export function answerMalformedPath(target: string | undefined, reply: FastifyReply) {
  const { pathname, query } = splitTarget(target)
  if (isFilePath(pathname)) throw new ServerError('not-found')
  reply.header('cache-control', 'no-store').redirect(`/${query}`, 302)
}
