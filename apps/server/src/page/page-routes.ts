import { isPrerender } from '@foyer/contract/request-purpose'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { ServerError } from '../errors/server-error.ts'
import { splitTarget } from '../http/request-target.ts'
import { isFilePath } from './page-files.ts'
import { chooseEncoding, sendFile, type StaticFile } from '../http/static-file.ts'
import { sendPage, type Page } from './send-page.ts'
import type { SignInPage } from './sign-in-page.ts'

/**
 * Serves files at their exact path, and the page at every other URL (A4: the page then changes the URL to
 * `/`).
 */
export function addPageRoutes(
  app: FastifyInstance,
  files: ReadonlyMap<string, StaticFile>,
  signInPage: SignInPage,
) {
  const hasNotices = files.has(noticesPath)
  app.get('/*', async (request, reply) => {
    const target = request.raw.url ?? '/'
    const { pathname } = splitTarget(target)
    const file = files.get(pathname)
    if (file !== undefined) return sendFile(request, reply, file)
    if (isFilePath(pathname)) throw new ServerError('not-found')
    // A prerendered page would sign in, sign out or use up a token, although the user may never open it.
    if (isPrerender(request.headers)) {
      throw new ServerError('unavailable', { retryAfterSeconds: null })
    }
    // Browsers send it for a navigation that the user started by typing, following or reloading a URL, also
    // after redirects.
    const isUserLed = request.headers['sec-fetch-user'] === '?1'
    const encoding = chooseEncoding(request.headers)
    const page = await signInPage(target, { isUserLed, encoding })
    return sendPage(reply, hasNotices ? withNotices(page) : page)
  })
}

/** The licences of the packages in the page. A header, because each byte of the HTML delays the page. */
const noticesPath = '/third-party-notices.txt'

function withNotices(page: Page): Page {
  const links = [page.headers['link'], `<${noticesPath}>; rel="license"`]
  return { ...page, headers: { ...page.headers, link: links.filter(Boolean).join(', ') } }
}

/** Redirects a path that cannot be decoded to `/`, and keeps the sign-in request (UR-13). */
export function answerMalformedPath(target: string | undefined, reply: FastifyReply) {
  const { pathname, query } = splitTarget(target)
  if (isFilePath(pathname)) throw new ServerError('not-found')
  reply.header('cache-control', 'no-store').redirect(`/${query}`, 302)
}
