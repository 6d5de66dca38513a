import type { IncomingMessage, ServerResponse } from 'node:http'
import { answer } from '../answers/answer.ts'

const preflightSeconds = 7200

export interface CallRules {
  loginOrigin: string
  method: 'GET' | 'POST'
  /** The headers that make the browser ask first, as the answer lists them. */
  headers: string
  credentials: boolean
}

/** Compared whole: no prefix, suffix, other scheme or port, and never `null`. */
export function isFromLogin(req: IncomingMessage, { loginOrigin }: CallRules): boolean {
  return req.headers.origin === loginOrigin
}

/** What lets the login page, and no other, read the answer. */
export function corsHeaders(rules: CallRules): Record<string, string> {
  return {
    'access-control-allow-origin': rules.loginOrigin,
    vary: 'origin',
    ...(rules.credentials && { 'access-control-allow-credentials': 'true' }),
  }
}

export function answerPreflight(req: IncomingMessage, res: ServerResponse, rules: CallRules): void {
  if (!isFromLogin(req, rules)) {
    answer(res, 403, { vary: 'origin' })
    return
  }
  answer(res, 204, {
    ...corsHeaders(rules),
    'access-control-allow-methods': rules.method,
    'access-control-allow-headers': rules.headers,
    'access-control-max-age': String(preflightSeconds),
  })
}
