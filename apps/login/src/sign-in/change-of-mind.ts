import { codeOf } from '../errors/coded-error.ts'

const codes = new Set([
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/redirect-cancelled-by-user',
])

/** The user did it, knows it, and needs no message. */
export function isChangeOfMind(error: unknown): boolean {
  return codes.has(codeOf(error))
}
