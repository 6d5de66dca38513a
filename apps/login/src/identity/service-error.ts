import { codeOfStatus } from '@foyer/iap-sign-in'

/** An error of the identity service: `{ error: { message, details: [{ reason }] } }`. */
export interface ServiceError {
  /** An error name of the service, with or without ` : ` and a text, or a sentence of Google's. */
  readonly message: string
  readonly details: string
}

/** Null if the body is not an error of this service. */
export function serviceErrorIn(body: unknown): ServiceError | null {
  const { error, errorMessage } = recordOf(body)
  const { message = errorMessage, details = [] } = recordOf(error)
  return typeof message === 'string' ? { message, details: JSON.stringify(details) } : null
}

/** The code of an error that any call can get. Null for every other error. */
export function commonCodeOf(httpStatus: number, error: ServiceError | null): string | null {
  if (error !== null) {
    const { message, details } = error
    if (keyMessage.test(message) || keyReason.test(details)) return 'api-key-refused'
    if (message.startsWith('USER_NOT_FOUND')) return 'auth/user-not-found'
    if (message.startsWith('INVALID_REFRESH_TOKEN')) return 'auth/user-token-expired'
  }
  if (httpStatus === 429) return 'resource-exhausted'
  return httpStatus >= 500 ? (codeOfStatus(httpStatus) ?? 'unavailable') : null
}

/** Google's reasons why a key or its project may not call the service. */
const keyReason = /"reason":"(?:API_KEY_|CONSUMER_|SERVICE_DISABLED")/
const keyMessage =
  /^(?:API.KEY.|INVALID.API.KEY|Requests .* are blocked)|has been suspended|API has not been used/i

function recordOf(value: unknown): Record<string, unknown> {
  return value instanceof Object ? (value as Record<string, unknown>) : {}
}
