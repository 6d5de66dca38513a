import type { AccessPolicy } from '@foyer/contract/access-policy'
import type { Config } from '@foyer/contract/config'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServerError } from '../errors/server-error.ts'
import { checkIsScript } from '../http/page-script.ts'
import { takeRequest } from '../limits/client-limit.ts'
import { welcome, type WelcomeDeps } from './welcome.ts'

/**
 * All employees of a company may share one IP address and start on the same morning, so this limit is high.
 */
const byClient = { name: 'welcome-client', max: 300, seconds: 600 }

export interface WelcomeRouteDeps extends WelcomeDeps {
  /** The key under which the limits count a request. */
  clientOf: (request: FastifyRequest) => string
}

interface WelcomeSettings {
  publicUrl: string
  config: Pick<Config, 'tenants'>
  policy: AccessPolicy | null
}

/**
 * The specification requires GET (F3), although the request changes something. So these checks are needed.
 */
export function addWelcomeRoute(
  app: FastifyInstance,
  { publicUrl, config, policy }: WelcomeSettings,
  { clientOf, ...deps }: WelcomeRouteDeps,
) {
  app.get('/welcome/start', { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { origin, 'sec-fetch-site': site } = request.headers
    const isForeign =
      (site !== undefined && site !== 'same-origin') ||
      (origin !== undefined && origin !== publicUrl)
    if (isForeign) throw new ServerError('permission-denied')
    checkIsScript(request.headers)

    const tokens = new URL(request.raw.url ?? '/', publicUrl).searchParams.getAll('t')
    const [idToken] = tokens
    if (idToken === undefined || idToken === '' || tokens.length > 1)
      throw new ServerError('invalid-argument')
    // Before the token is verified, because each verification is a request to Identity Platform.
    await takeRequest(deps.limiter, byClient, clientOf(request))
    await welcome({ idToken, requestId: request.id }, { tenants: config.tenants, policy }, deps)
    return { status: 'done' }
  })
}
