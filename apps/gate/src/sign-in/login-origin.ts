import { answer, type Answer } from '../answer/answer.ts'
import type { RequestHead } from '../request/request-head.ts'

const preflightSeconds = 7200

export interface CallRules {
  loginOrigin: string
  method: 'GET' | 'POST'
  /** The headers that make the browser send a preflight, as the answer to it lists them. */
  headers: string
  credentials: boolean
}

/** Compared whole: no prefix, suffix, other scheme or port, and never `null`. */
export function isFromLogin({ headers }: RequestHead, { loginOrigin }: CallRules): boolean {
  return headers.origin === loginOrigin
}

/** Lets the sign-in page, and no other, read the answer. */
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
