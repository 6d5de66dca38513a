import { randomUUID } from 'node:crypto'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { addAuthHelperRoutes } from './auth-helper/auth-helper-routes.ts'
import { answerClientError } from './http/client-error.ts'
import { addConfigRoute } from './config/config-route.ts'
import { errorBody, ServerError, toServerError } from './errors/server-error.ts'
import { isOutage } from './store/store-error.ts'
import { addHealthRoutes } from './health/health-routes.ts'
import type { PageFiles } from './page/page-files.ts'
import { unasked, type ProjectLookup } from './page/project-lookup.ts'
import { addPageRoutes, answerMalformedPath } from './page/page-routes.ts'
import { splitTarget } from './http/request-target.ts'
import { createSignInPage } from './page/sign-in-page.ts'
import { helperPageHeaders, securityHeaders } from './page/security-headers.ts'
import type { Settings } from './settings.ts'
import { endConnectionsOnClose } from './stopping/end-connections.ts'

interface Options {
  /** Told of each answer; `route` is the pattern of its address. */
  onAnswer?: (route: string, method: string, status: number, seconds: number) => void
  /** Fails when what the account service needs is not there; null without an account service. */
  checkAccounts?: (() => Promise<void>) | null
  /** Milliseconds within which a whole request has to arrive, and to have its response once the server closes. */
  patienceMs?: number
  /** Without it every page looks the project up by itself. */
  projectLookup?: ProjectLookup
}

export function createApp(
  settings: Settings,
  page: PageFiles,
  logger: FastifyBaseLogger,
  {
    onAnswer = () => {},
    checkAccounts = null,
    patienceMs = 10_000,
    projectLookup = unasked(settings.config),
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
    // An outage of the database has lines of its own, of which there are few.
    if (status >= 500 && !isOutage(error)) request.log.error({ err: error }, 'request failed')
    if (status === 405) {
      // Whatever body comes with it is not waited for.
      const { pathname } = splitTarget(request.raw.url)
      const takesPost = app.hasRoute({ method: 'POST', url: pathname })
      reply.headers({ allow: takesPost ? 'GET, HEAD, POST' : 'GET, HEAD', connection: 'close' })
    }
    if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds)
    reply.code(status).header('cache-control', 'no-store').send(errorBody(failure, request.id))
  }

  const app = createFastify(logger, patienceMs, { begin, answerError })

  app.addHook('onRequest', async (request, reply) => begin(request, reply))

  logRequests(app, page.files, onAnswer)

  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw new ServerError('not-found')
  })

  endConnectionsOnClose(app, patienceMs)
  addHealthRoutes(app, checkAccounts)
  addConfigRoute(app, settings.config)
  if (settings.authHelperOrigin !== null) addAuthHelperRoutes(app, settings.authHelperOrigin)
  const signInPage = createSignInPage(settings, {
    ...page,
    lookup: projectLookup,
    now: () => new Date(),
    onFailure: (error) => logger.error({ err: error }, 'the sign-in buttons could not be drawn'),
  })
  addPageRoutes(app, page.files, signInPage)
  return app
}

type OnRequest = (request: FastifyRequest, reply: FastifyReply) => void
type OnError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

function createFastify(
  logger: FastifyBaseLogger,
  patienceMs: number,
  { begin, answerError }: { begin: OnRequest; answerError: OnError },
): FastifyInstance {
  return fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) => {
      try {
        begin(request, reply)
        answerMalformedPath(request.raw.url, reply)
      } catch (error) {
        answerError(error, request, reply)
      }
    },
    // A `state` of 60 000 characters still reaches the page, which then explains (UR-17).
    http: {
      maxHeaderSize: 65_536,
      // Node times a body that drips in by the longer of these two.
      requestTimeout: patienceMs,
      headersTimeout: patienceMs,
      connectionsCheckingInterval: patienceMs / 2,
    },
    requestTimeout: patienceMs,
    // Longer than load balancers keep a connection, or they meet one that was just closed.
    keepAliveTimeout: 620_000,
  })
}

/** Only URLs of our own making are logged: any other could hold a token or a name. */
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
