import * as v from 'valibot'
import { CodedError } from '../errors/coded-error.ts'

interface AllowedTenantDeps {
  /** The query of the sign-in request, which the engine has validated. */
  search: () => string
  send: (url: string, init: RequestInit) => Promise<Response>
  /** The time limit of a request in milliseconds (H1). */
  limitMs: number
}

const sessionInfo = v.object({ tenantIds: v.array(v.string()) })

/**
 * Whether the application that asks for the sign-in lets a company in. An application that names its companies to nobody
 * answers for the one that it is asked about.
 *
 * @param tids the companies of the request
 */
export async function isAllowedTenant(
  tid: string,
  tids: readonly string[],
  { search, send, limitMs }: AllowedTenantDeps,
): Promise<boolean> {
  if (tids[0] !== '_') return tids.includes(tid)
  const query = new URLSearchParams(search())
  const response = await send(query.get('redirect_uri') ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ state: query.get('state'), tid }),
    credentials: 'omit',
    signal: AbortSignal.timeout(limitMs),
  }).catch((cause: unknown) => {
    throw new CodedError('auth/network-request-failed', { cause })
  })
  const body = v.safeParse(sessionInfo, await response.json().catch(() => null))
  if (!response.ok || !body.success) throw new CodedError('unavailable')
  return body.output.tenantIds.includes(tid)
}
