import { answer, type Answer } from '../answer/answer.ts'
import type { RequestHead } from '../request/request-head.ts'

const preflightSeconds = 7200

export interface CallRules {
  loginOrigin: string
  method: 'GET' | 'POST'
  /** The headers for which a browser sends a preflight, as the response to the preflight lists them. */
  headers: string
  credentials: boolean
}

/** The whole origin must match. A prefix, a suffix, another scheme or port, and `null` do not. */
export function isFromLogin({ headers }: RequestHead, { loginOrigin }: CallRules): boolean {
  return headers.origin === loginOrigin
}

/** Allows only the sign-in page to read the response. */
export function corsHeaders(request: RequestHead, rules: CallRules): Record<string, string> {
  if (!isFromLogin(request, rules)) return { vary: 'origin' }
  return {
    'access-control-allow-origin': rules.loginOrigin,
    vary: 'origin',
    ...(rules.credentials && { 'access-control-allow-credentials': 'true' }),
  }
}

export function answerPreflight(request: RequestHead, rules: CallRules): Answer {
  const headers = corsHeaders(request, rules)
  if (!isFromLogin(request, rules)) return answer(403, headers)
  return answer(204, {
    ...headers,
    'access-control-allow-methods': rules.method,
    'access-control-allow-headers': rules.headers,
    'access-control-max-age': String(preflightSeconds),
  })
}
