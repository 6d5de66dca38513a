import type { Config } from '@foyer/contract/config'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditEntry } from '../audit/audit-trail.ts'
import { toServerError } from '../errors/server-error.ts'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import { takeRequest } from '../limits/client-limit.ts'
import type { Limiter } from '../limits/limiter.ts'
import { checkIsFromPage, parseCustomTokenRequest } from './custom-token-request.ts'
import { isOffered } from '../tenants/offered-methods.ts'
import { exchangeProviderToken, type ExchangeDeps } from './exchange-provider-token.ts'
import type { ProviderLinks } from './provider-links.ts'
import type { ProviderSettings } from './provider-settings.ts'

interface CustomTokenSettings {
  publicUrl: string
  config: Config
  providers: ProviderSettings
}

export interface CustomTokenDeps {
  identity: IdentityPlatform
  links: ProviderLinks
  limiter: Limiter
  audit: (entry: AuditEntry) => Promise<void>
  /** The key under which the limits count a request. */
  clientOf: (request: FastifyRequest) => string
}

/** All employees of a company may share one IP address, so this limit is high. */
const requestsOfClient = { name: 'custom-token-client', max: 60, seconds: 600 }
const tokensOfAccount = { name: 'custom-token-account', max: 10, seconds: 3600 }

/** Refusals that are a decision about a user. Other errors happen before a decision and are not audited. */
const auditedRefusals = new Set([
  'provider-token-refused',
  'address-unproven',
  'account-unproven',
  'account-missing',
  'user-disabled',
])

/** Serves the custom token function on our own origin (F2). Does nothing if it is deployed elsewhere. */
export function addCustomTokenRoute(
  app: FastifyInstance,
  { publicUrl, config, providers }: CustomTokenSettings,
  { audit, clientOf, ...given }: CustomTokenDeps,
) {
  const { origin, pathname } = new URL(config.functionUrl, publicUrl)
  if (origin !== publicUrl) return
  const offers: ExchangeDeps['offers'] = (id, tenantId) => isOffered(id, config, tenantId)
  const deps = { ...given, offers }

  app.get(pathname, { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    checkIsFromPage(request.headers, publicUrl)
    const query = new URL(request.raw.url ?? '/', publicUrl).searchParams
    const { token, tenantId } = parseCustomTokenRequest(query, config.tenants)
    await takeRequest(deps.limiter, requestsOfClient, clientOf(request))

    const entry = { action: 'custom-token', tenantId, requestId: request.id } as const
    try {
      const { uid, customToken } = await exchangeProviderToken(token, tenantId, providers, deps)
      await deps.limiter.take(tokensOfAccount, JSON.stringify([tenantId, uid]))
      // Written before the response, so that every custom token that leaves the server is in the audit trail.
      await audit({ ...entry, outcome: 'done', uid })
      return { token: customToken }
    } catch (error) {
      const { code } = toServerError(error)
      if (auditedRefusals.has(code)) await audit({ ...entry, outcome: code })
      throw error
    }
  })
}
