import { randomUUID } from 'node:crypto'
import { refusals } from '@foyer/contract/account-service'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { addAuthHelperRoutes } from './auth-helper/auth-helper-routes.ts'
import { answerClientError } from './client-error.ts'
import { addConfigRoute } from './config/config-route.ts'
import {
  DatabaseOutage,
  errorBody,
  HttpError,
  refusalBody,
  refusalOf,
  statusOf,
  type RefusalError,
} from './errors.ts'
import { addHealthRoutes } from './health/health-routes.ts'
import type { PageFiles } from './page/page-files.ts'
import { unasked, type ProjectLookup } from './page/project-lookup.ts'
import { addPageRoutes, answerMalformedPath, splitTarget } from './page/page-routes.ts'
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
    if (request.raw.url?.startsWith('/') !== true) throw new HttpError(400)
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const isPosting = request.method === 'POST' && request.routeOptions.url !== undefined
    if (!isReading && !isPosting) throw new HttpError(405)
  }

  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error)
    if (refusal !== null) return answerRefusal(refusal, request, reply)
    const status = statusOf(error)
    if (status >= 500) request.log.error({ err: error }, 'request failed')
    if (status === 405) {
      // Whatever body comes with it is not waited for.
      const { pathname } = splitTarget(request.raw.url)
      const takesPost = app.hasRoute({ method: 'POST', url: pathname })
      reply.headers({ allow: takesPost ? 'GET, HEAD, POST' : 'GET, HEAD', connection: 'close' })
    }
    reply.code(status).header('cache-control', 'no-store').send(errorBody(status, request.id))
  }

  const app = fastify({
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

  app.addHook('onRequest', async (request, reply) => begin(request, reply))

  // Only addresses of our own making are logged: any other could hold a token or a name.
  app.addHook('onResponse', async (request, reply) => {
    const { pathname } = splitTarget(request.raw.url)
    const route = request.routeOptions.url ?? 'none'
    onAnswer(route, request.method, reply.statusCode, reply.elapsedTime / 1000)
    request.log.info(
      {
        method: request.method,
        path: page.files.has(pathname) ? pathname : (request.routeOptions.url ?? null),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })

  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw new HttpError(404)
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

function answerRefusal(refusal: RefusalError, request: FastifyRequest, reply: FastifyReply) {
  const status = refusals[refusal.code]
  // The outage has lines of its own, of which there are few.
  if (status >= 500 && !(refusal instanceof DatabaseOutage))
    request.log.error({ err: refusal }, 'request failed')
  if (refusal.retryAfterSeconds !== null) reply.header('retry-after', refusal.retryAfterSeconds)
  reply.code(status).header('cache-control', 'no-store').send(refusalBody(refusal, request.id))
}
