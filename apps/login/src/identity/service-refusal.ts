import { codeOfStatus } from '@foyer/iap-sign-in'
import { commonCodeOf, serviceErrorIn } from './service-error.ts'

/** Canonical names (G6) that the service may use in place of its own error names. */
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

/** With these statuses, a blocking function has failed. With any other, it has refused the sign-in. */
const failedFunction =
  /\bcode: 5\d\d\b|\bstatus\\?"?: ?\\?"?(?:UNAVAILABLE|INTERNAL|UNKNOWN|ABORTED|CANCELLED|DEADLINE_EXCEEDED|RESOURCE_EXHAUSTED|DATA_LOSS)\b/i

/**
 * The code of the identity service's error, if the SDK's own code is wrong or made up from the text. Otherwise null.
 *
 * @param body the JSON of the response, or undefined if it was not JSON
 */
export function refusalCodeOf(httpStatus: number, body: unknown): string | null {
  const error = serviceErrorIn(body)
  const [word = '', text = ''] = error?.message.split(' : ', 2) ?? []
  if (word === 'BLOCKING_FUNCTION_ERROR_RESPONSE') {
    return failedFunction.test(error?.message ?? '') ? 'unavailable' : 'blocked-by-administrator' // AC-04
  }
  // The project sends no text messages to this country (SM-16).
  if (word === 'OPERATION_NOT_ALLOWED' && /\bregion\b/i.test(text)) return 'sms-region-not-allowed'
  // The project does not list the page's own domain. Other failed checks are about a captcha.
  if (word === 'CAPTCHA_CHECK_FAILED' && /\bhostname\b/i.test(text))
    return 'auth/unauthorized-domain'
  const name = word.toLowerCase().replaceAll('_', '-')
  if (canonical.has(name)) return name

  const common = commonCodeOf(httpStatus, error)
  if (common !== null || error === null) return common
  // The SDK makes a code out of a sentence. For these statuses, the status is more precise.
  const isSentence = !/^[A-Z][A-Z\d_]*$/.test(word)
  return isSentence && (httpStatus === 401 || httpStatus === 403) ? codeOfStatus(httpStatus) : null
}
