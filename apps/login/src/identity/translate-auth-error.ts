import { CodedError, codeOf } from '../errors/coded-error.ts'

/** Refusals that the SDK tells apart in its text alone. */
const hidden = [
  // A blocking function's, with JSON of the administrator's choice behind it (AC-04).
  ['auth/internal-error', /BLOCKING_FUNCTION_ERROR_RESPONSE/, 'blocked-by-administrator'],
  // Of a country that the project sends no text messages to (SM-16).
  ['auth/operation-not-allowed', /region/i, 'sms-region-not-allowed'],
] as const

/** The SDK's errors as ours: a code, and never its text. */
export function translateAuthError(error: unknown): CodedError {
  const code = codeOf(error)
  const text = error instanceof Error ? error.message : ''
  const [, , meant] = hidden.find(([of, sign]) => of === code && sign.test(text)) ?? []
  return new CodedError(meant ?? code, { cause: error })
}
