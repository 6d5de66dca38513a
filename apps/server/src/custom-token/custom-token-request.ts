import type { IncomingHttpHeaders } from 'node:http'
import { ServerError } from '../errors/server-error.ts'
import { checkIsScript } from '../http/page-script.ts'
import type { ServedTenants } from '@foyer/contract/served-tenants'
import { tenantOfParameter } from '../tenants/served-tenants.ts'

interface CustomTokenRequest {
  token: string
  tenantId: string | null
}

export function parseCustomTokenRequest(
  query: URLSearchParams,
  tenants: ServedTenants,
): CustomTokenRequest {
  const token = single(query, 'token')
  if (token === null || !/^[!-~]{1,8192}$/.test(token)) throw new ServerError('invalid-argument')
  return { token, tenantId: tenantOfParameter(single(query, 'tid'), tenants) }
}

/**
 * Browsers send `Origin` with a cross-origin request, and `Sec-Fetch-Site: same-origin` with a request inside
 * one origin. A request with neither did not come from the page.
 */
export function checkIsFromPage(headers: IncomingHttpHeaders, pageOrigin: string) {
  const { origin, 'sec-fetch-site': site } = headers
  const isFromPage = origin === undefined ? site === 'same-origin' : origin === pageOrigin
  if (!isFromPage) throw new ServerError('permission-denied')
  checkIsScript(headers)
}

function single(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name)
  if (values.length > 1) throw new ServerError('invalid-argument')
  return values[0] ?? null
}
