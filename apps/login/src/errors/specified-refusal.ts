import type { Refusal } from '@foyer/iap-sign-in'

const specified = [
  'invalid-api-key',
  'invalid-request',
  'invalid-project',
  'api-key-mismatch',
  'mismatching-project-numbers',
  'mismatching-tenant',
  'invalid-url',
  'unauthorized-domain',
  'invalid-mode',
  'cross-origin-frame',
] as const satisfies readonly Refusal[]

/** The refusal of a code, if requirements D1–D6 and D8 specify a message for it. */
export function specifiedRefusal(code: string): Refusal | null {
  if (code === 'auth/unauthorized-domain') return 'unauthorized-domain'
  return specified.find((refusal) => refusal === code) ?? null
}
