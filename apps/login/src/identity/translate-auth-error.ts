import { CodedError, codeOf } from '../errors/coded-error.ts'

/**
 * The SDK's errors as ours: its code, and never its text. A blocking function's refusal hides in the
 * text of an internal error, with JSON of the administrator's choice behind it (AC-04).
 */
export function translateAuthError(error: unknown): CodedError {
  const code = codeOf(error)
  const isRefusal =
    code === 'auth/internal-error' &&
    error instanceof Error &&
    error.message.includes('BLOCKING_FUNCTION_ERROR_RESPONSE')
  return new CodedError(isRefusal ? 'blocked-by-administrator' : code, { cause: error })
}
