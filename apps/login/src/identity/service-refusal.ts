import { codeOfStatus } from '@foyer/iap-sign-in'

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

/** Google's reasons why a key or its project may not call the service at all. */
const keyReason = /^(?:API_KEY_|CONSUMER_|SERVICE_DISABLED$)/
const keyMessage =
  /^(?:API_KEY_INVALID|INVALID_API_KEY)\b|^API key (?:not valid|expired)|^Requests (?:from|to) .* are blocked|has been suspended\.?$|API has not been used in project/
const ownWord = /^[A-Z][A-Z\d_]*$/
const tellingStatuses = new Set([401, 403, 429])
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
  const { message, reasons } = errorIn(body)
  if (message === null) return httpStatus >= 500 ? codeOfFailure(httpStatus) : null

  const [word = '', text = ''] = message.split(' : ', 2)
  if (keyMessage.test(message) || reasons.some((reason) => keyReason.test(reason))) {
    return 'api-key-refused'
  }
  if (word === 'BLOCKING_FUNCTION_ERROR_RESPONSE') {
    return failedFunction.test(message) ? 'unavailable' : 'blocked-by-administrator' // AC-04
  }
  // Of a country that the project sends no text messages to (SM-16).
  if (word === 'OPERATION_NOT_ALLOWED' && /\bregion\b/i.test(text)) return 'sms-region-not-allowed'
  if (word === 'USER_NOT_FOUND') return 'auth/user-not-found'
  if (word === 'INVALID_REFRESH_TOKEN') return 'auth/user-token-expired'

  const name = word.toLowerCase().replaceAll('_', '-')
  if (canonical.has(name)) return name
  if (httpStatus >= 500) return codeOfFailure(httpStatus)
  // Of a sentence the SDK makes a code. These statuses say who is meant, whatever the sentence.
  return !ownWord.test(word) && tellingStatuses.has(httpStatus) ? codeOfStatus(httpStatus) : null
}

function codeOfFailure(httpStatus: number): string {
  return codeOfStatus(httpStatus) ?? 'unavailable'
}

interface ServiceError {
  /** Null when the answer is no refusal, or none of this service. */
  message: string | null
  reasons: string[]
}

/** `{ error: { message, details: [{ reason }] } }`, or `{ errorMessage }` beside a provider's credential. */
function errorIn(body: unknown): ServiceError {
  const { error, errorMessage } = recordOf(body)
  const { message, details } = recordOf(error)
  const given = message ?? errorMessage
  return {
    message: typeof given === 'string' ? given : null,
    reasons: (Array.isArray(details) ? details : [])
      .map((detail: unknown) => recordOf(detail)['reason'])
      .filter((reason) => typeof reason === 'string'),
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return value instanceof Object ? (value as Record<string, unknown>) : {}
}
