import { randomBytes } from 'node:crypto'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { newReference } from '@foyer/contract/reference'
import { addAuthHelperRoutes } from './auth-helper/auth-helper-routes.ts'
import { answerClientError } from './http/client-error.ts'
import { addConfigRoute } from './config/config-route.ts'
import { errorBody, ServerError, toServerError } from './errors/server-error.ts'
import { isOutage } from './store/store-error.ts'
import { addHealthRoutes } from './health/health-routes.ts'
import type { PageFiles } from './page/page-files.ts'
import { noLookup, type ProjectLookup } from './page/project-lookup.ts'
import { addPageRoutes, answerMalformedPath } from './page/page-routes.ts'
import { splitTarget } from './http/request-target.ts'
import { createSignInPage } from './page/sign-in-page.ts'
import { helperPageHeaders, securityHeaders } from './page/security-headers.ts'
import type { Settings } from './settings.ts'
import { endConnectionsOnClose, type Draining } from './stopping/end-connections.ts'

interface Options {
  /** Called after each response; `route` is the URL pattern of the route. */
  onAnswer?: (route: string, method: string, status: number, seconds: number) => void
  /** Rejects when a dependency of the account service is unavailable. Null without an account service. */
  checkAccounts?: (() => Promise<void>) | null
  /**
   * Milliseconds in which a request must arrive completely and, once the server closes, in which its response
   * must end.
   */
  timeoutMs?: number
  draining?: Draining
  /** Without it, every page makes the project lookup itself. */
  projectLookup?: ProjectLookup
}

export function createApp(
  settings: Settings,
  page: PageFiles,
  logger: FastifyBaseLogger,
  {
    onAnswer = () => {},
    checkAccounts = null,
    timeoutMs = 10_000,
    draining = { hasBegun: false },
    projectLookup = noLookup(settings.config),
  }: Options = {},
): FastifyInstance {
  const ownHeaders = securityHeaders(settings.publicUrl)
  const helperHeaders = helperPageHeaders(settings.publicUrl)

  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    const isHelperPage = request.routeOptions.url?.startsWith('/__/')
    reply.headers(isHelperPage ? helperHeaders : ownHeaders)
    reply.header('x-request-id', request.id)
    if (request.raw.url?.startsWith('/') !== true) throw new ServerError('invalid-argument')
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const isPosting = request.method === 'POST' && request.routeOptions.url !== undefined
    if (!isReading && !isPosting) throw new ServerError('method-not-allowed')
  }

  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const failure = toServerError(error)
    const { status, retryAfterSeconds } = failure
    // The outage log already reports a database outage, with one line per minute.
    if (status >= 500 && !isOutage(error)) request.log.error({ err: error }, 'request failed')
    if (status === 405) {
      // The request may have a body. Do not wait for it.
      const { pathname } = splitTarget(request.raw.url)
      const takesPost = app.hasRoute({ method: 'POST', url: pathname })
      reply.headers({ allow: takesPost ? 'GET, HEAD, POST' : 'GET, HEAD', connection: 'close' })
    }
    if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds)
    reply.code(status).header('cache-control', 'no-store').send(errorBody(failure, request.id))
  }

  const app = createFastify(logger, timeoutMs, { begin, answerError })

  app.addHook('onRequest', async (request, reply) => begin(request, reply))

  logRequests(app, page.files, onAnswer)

  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw new ServerError('not-found')
  })

  endConnectionsOnClose(app, timeoutMs, draining)
  addHealthRoutes(app, checkAccounts, draining)
  addConfigRoute(app, settings.config)
  if (settings.authHelperOrigin !== null) addAuthHelperRoutes(app, settings.authHelperOrigin)
  const signInPage = createSignInPage(settings, {
    ...page,
    lookup: projectLookup,
    now: () => new Date(),
    onFailure: (error) =>
      logger.error({ err: error }, 'the sign-in buttons could not be prerendered'),
  })
  addPageRoutes(app, page.files, signInPage)
  return app
}

type OnRequest = (request: FastifyRequest, reply: FastifyReply) => void
type OnError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

function createFastify(
  logger: FastifyBaseLogger,
  timeoutMs: number,
  { begin, answerError }: { begin: OnRequest; answerError: OnError },
): FastifyInstance {
  return fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => newReference(randomBytes),
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) => {
      try {
        begin(request, reply)
        answerMalformedPath(request.raw.url, reply)
      } catch (error) {
        answerError(error, request, reply)
      }
    },
    // A `state` of 60,000 characters must reach the page, which then shows an error message (UR-17).
    http: {
      maxHeaderSize: 65_536,
      // Node limits the time of a slow request body by the longer of these two.
      requestTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      connectionsCheckingInterval: timeoutMs / 2,
    },
    requestTimeout: timeoutMs,
    // Longer than load balancers keep an idle connection. Otherwise a load balancer could send a request on a
    // connection that the server has just closed.
    keepAliveTimeout: 620_000,
  })
}

/** Logs only paths that this server defines. Any other path could contain a token or a name. */
function logRequests(
  app: FastifyInstance,
  files: PageFiles['files'],
  onAnswer: NonNullable<Options['onAnswer']>,
) {
  app.addHook('onResponse', async (request, reply) => {
    const { pathname } = splitTarget(request.raw.url)
    const route = request.routeOptions.url ?? 'none'
    onAnswer(route, request.method, reply.statusCode, reply.elapsedTime / 1000)
    request.log.info(
      {
        method: request.method,
        path: files.has(pathname) ? pathname : (request.routeOptions.url ?? null),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}
