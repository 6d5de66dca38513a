import type { FastifyInstance, FastifyReply } from 'fastify'
import { HttpError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { isFilePath, type PageFiles } from './page-files.ts'
import { compress, createStaticFile, sendFile } from './static-file.ts'
import { tellPage } from './tell-page.ts'

/** Files by their exact path, the page for every other address (A4: the page itself moves on to `/`). */
export function addPageRoutes(app: FastifyInstance, settings: Settings, page: PageFiles) {
  const text = tellPage(page.html.toString(), settings)
  const plain = Buffer.from(text)
  const html = createStaticFile({
    contentType: 'text/html; charset=utf-8',
    cacheControl: 'no-store',
    headers: {
      'content-security-policy': contentSecurityPolicy(text, settings),
      ...connectEarly(settings),
    },
    plain,
    compressed: compress(plain),
  })

  app.get('/*', (request, reply) => {
    const { pathname } = splitTarget(request.raw.url)
    const file = page.files.get(pathname) ?? (isFilePath(pathname) ? null : html)
    if (file === null) throw new HttpError(404)
    return sendFile(request, reply, file)
  })
}

/** Every sign-in request looks the project up; a new connection takes longer than the answer. */
function connectEarly({ config }: Settings): Record<string, string> {
  return config.emulatorUrl === undefined
    ? { link: '<https://www.googleapis.com>; rel=preconnect; crossorigin' }
    : {}
}

/** A path that cannot be decoded (UR-13): the visitor is taken to `/`, the sign-in request kept. */
export function answerMalformedPath(target: string | undefined, reply: FastifyReply) {
  const { pathname, query } = splitTarget(target)
  if (isFilePath(pathname)) throw new HttpError(404)
  reply.header('cache-control', 'no-store').redirect(`/${query}`, 302)
}

/** The raw spelling: what is not written exactly like a file's path is not that file. */
export function splitTarget(target = '/'): { pathname: string; query: string } {
  const at = target.indexOf('?')
  return at === -1
    ? { pathname: target, query: '' }
    : { pathname: target.slice(0, at), query: target.slice(at) }
}
