import type { FastifyInstance } from 'fastify'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import type { Settings } from '../settings.ts'
import { checkIsFromPage, parseCustomTokenRequest } from './custom-token-request.ts'
import { exchangeProviderToken } from './exchange-provider-token.ts'
import type { ProvenLinks } from './proven-links.ts'

interface Ports {
  identity: IdentityPlatform
  links: ProvenLinks
}

/** The custom token function under our own origin (F2); nothing when it is deployed elsewhere. */
export function addCustomTokenRoute(
  app: FastifyInstance,
  { publicUrl, config, providers }: Settings,
  ports: Ports,
) {
  const { origin, pathname } = new URL(config.functionUrl, publicUrl)
  if (origin !== publicUrl) return

  app.get(pathname, { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    checkIsFromPage(request.headers, publicUrl)
    const query = new URL(request.raw.url ?? '/', publicUrl).searchParams
    const { token, tenantId } = parseCustomTokenRequest(query, config.tenants)
    const { customToken } = await exchangeProviderToken(token, tenantId, providers, ports)
    return { token: customToken }
  })
}
