import { codeOfStatus } from '@foyer/iap-sign-in'
import { commonCodeOf, serviceErrorIn } from './service-error.ts'

/** Canonical names (G6) that the service may give in place of a word of its own. */
const canonical = new Set([
  'aborted',
  'resource-exhausted',
  'cancelled',
  'unknown',
  'deadline-exceeded',
  'unavailable',
  'permission-denied',
  'unauthenticated',
])

/** Statuses of a blocking function that has failed; with any other it has refused. */
const failedFunction =
  /\bcode: 5\d\d\b|\bstatus\\?"?: ?\\?"?(?:UNAVAILABLE|INTERNAL|UNKNOWN|ABORTED|CANCELLED|DEADLINE_EXCEEDED|RESOURCE_EXHAUSTED|DATA_LOSS)\b/i

/**
 * A refusal of the identity service as a code, where the SDK has a wrong one or makes one up out of the
 * text; null where the SDK's own will do.
 *
 * @param body the answer's JSON, or undefined when it was none
 */
export function refusalCodeOf(httpStatus: number, body: unknown): string | null {
  const error = serviceErrorIn(body)
  const [word = '', text = ''] = error?.message.split(' : ', 2) ?? []
  if (word === 'BLOCKING_FUNCTION_ERROR_RESPONSE') {
    return failedFunction.test(error?.message ?? '') ? 'unavailable' : 'blocked-by-administrator' // AC-04
  }
  // Of a country that the project sends no text messages to (SM-16).
  if (word === 'OPERATION_NOT_ALLOWED' && /\bregion\b/i.test(text)) return 'sms-region-not-allowed'
  // The page's own domain is missing in the project; other failed checks are of a captcha.
  if (word === 'CAPTCHA_CHECK_FAILED' && /\bhostname\b/i.test(text))
    return 'auth/unauthorized-domain'
  const name = word.toLowerCase().replaceAll('_', '-')
  if (canonical.has(name)) return name

  const common = commonCodeOf(httpStatus, error)
  if (common !== null || error === null) return common
  // Of a sentence the SDK makes a code. These statuses say who is meant, whatever the sentence.
  const isSentence = !/^[A-Z][A-Z\d_]*$/.test(word)
  return isSentence && (httpStatus === 401 || httpStatus === 403) ? codeOfStatus(httpStatus) : null
}
