import { codeOf } from '../errors/coded-error.ts'

const codes = new Set([
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/redirect-cancelled-by-user',
])

/** Whether the user caused the error on purpose, so that no message is needed. */
export function isChangeOfMind(error: unknown): boolean {
  return codes.has(codeOf(error))
}
