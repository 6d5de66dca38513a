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

/** The refusal that a code stands for, where requirements D1–D6 and D8 specify its words. */
export function specifiedRefusal(code: string): Refusal | null {
  if (code === 'auth/unauthorized-domain') return 'unauthorized-domain'
  return specified.find((refusal) => refusal === code) ?? null
}
