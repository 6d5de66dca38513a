import type { Config } from '@foyer/contract/config'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServerError } from '../errors/server-error.ts'
import { checkIsScript } from '../http/page-script.ts'
import { welcome, type WelcomePorts } from './welcome.ts'

/** Whole companies share one IP address, and begin on one morning. */
const byClient = { name: 'welcome-client', max: 300, seconds: 600 }

export interface WelcomeRoutePorts extends WelcomePorts {
  /** Whom a request is counted for. */
  clientOf: (request: FastifyRequest) => string
}

/** GET, as the page's specification has it (F3), although it changes something: hence the checks. */
export function addWelcomeRoute(
  app: FastifyInstance,
  { publicUrl, config }: { publicUrl: string; config: Pick<Config, 'tenants'> },
  { clientOf, ...ports }: WelcomeRoutePorts,
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
    // Before the token is looked at: each look asks Identity Platform.
    await ports.limiter.take(byClient, clientOf(request))
    await welcome({ idToken, requestId: request.id }, config.tenants, ports)
    return { status: 'done' }
  })
}
