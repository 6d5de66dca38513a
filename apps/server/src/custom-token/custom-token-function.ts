import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { newReference } from '@foyer/contract/reference'
import { errorBody, ServerError, toServerError } from '../errors/server-error.ts'
import { createAdminIdentityPlatform } from '../identity/admin-identity-platform.ts'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import { createLogger } from '../log/logger.ts'
import { checkIsFromPage, parseCustomTokenRequest } from './custom-token-request.ts'
import { exchangeProviderToken } from './exchange-provider-token.ts'
import { parseFunctionSettings, type FunctionSettings } from './function-settings.ts'
import { noProviderLinks, type ProviderLinks } from './provider-links.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

interface CustomTokenFunctionDeps {
  identity: IdentityPlatform
  links?: ProviderLinks
  log?: Pick<ReturnType<typeof createLogger>, 'info' | 'error'>
}

/**
 * The custom token function on its own, for a service such as Google Cloud Functions: one handler for every
 * path.
 *
 * @throws Error that lists every invalid setting
 */
export function createCustomTokenFunction(
  environment: Record<string, string | undefined>,
): Handler {
  const settings = parseFunctionSettings(environment)
  return createCustomTokenHandler(settings, {
    identity: createAdminIdentityPlatform({ projectId: settings.projectId }),
    log: createLogger('info'),
  })
}

export function createCustomTokenHandler(
  { pageOrigin, tenants, providers }: FunctionSettings,
  { identity, links = noProviderLinks, log = createLogger('silent') }: CustomTokenFunctionDeps,
): Handler {
  return async (request, response) => {
    const requestId = newReference(randomBytes)
    response.setHeader('cache-control', 'no-store')
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('x-request-id', requestId)
    response.setHeader('vary', 'origin')
    const answer = (status: number, body: object) => {
      response.statusCode = status
      response.setHeader('content-type', 'application/json; charset=utf-8')
      response.end(JSON.stringify(body))
      log.info({ requestId, status }, 'custom token')
    }

    try {
      checkIsFromPage(request.headers, pageOrigin)
      if (request.headers.origin !== undefined) {
        response.setHeader('access-control-allow-origin', pageOrigin)
        response.setHeader('access-control-expose-headers', 'retry-after')
      }
      if (request.method !== 'GET') {
        response.setHeader('allow', 'GET')
        throw new ServerError('method-not-allowed')
      }
      const target = request.url ?? '/'
      if (!URL.canParse(target, pageOrigin)) throw new ServerError('invalid-argument')
      const { searchParams } = new URL(target, pageOrigin)
      const { token, tenantId } = parseCustomTokenRequest(searchParams, tenants)
      const { customToken } = await exchangeProviderToken(token, tenantId, providers, {
        identity,
        links,
        // It does not know the config. Which tenants and which providers it serves is in its settings.
        offers: () => true,
      })
      answer(200, { token: customToken })
    } catch (error) {
      const failure = toServerError(error)
      const { status } = failure
      if (status >= 500) log.error({ requestId, err: failure }, 'custom token failed')
      if (failure.retryAfterSeconds !== null)
        response.setHeader('retry-after', failure.retryAfterSeconds)
      answer(status, errorBody(failure, requestId))
    }
  }
}
