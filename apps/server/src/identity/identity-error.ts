import { errorCodeOf } from '@foyer/node/system-error'

export type IdentityErrorCode =
  | 'id-token-refused'
  | 'id-token-too-old'
  | 'user-disabled'
  | 'account-missing'
  /** The tenant does not exist. */
  | 'not-found'
  | 'unavailable'
  | 'deadline-exceeded'
  /** Identity Platform refused the call because this deployment lacks a permission. */
  | 'internal'

/** The reason why a call to Identity Platform failed. All codes are also codes of the contract. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError'
  readonly code: IdentityErrorCode

  constructor(code: IdentityErrorCode, options?: ErrorOptions) {
    super(`identity platform: ${code}`, options)
    this.code = code
  }
}

const codesOfSdk: Readonly<Record<string, IdentityErrorCode>> = {
  'auth/user-disabled': 'user-disabled',
  'auth/user-not-found': 'account-missing',
  'auth/id-token-expired': 'id-token-too-old',
  'auth/id-token-revoked': 'id-token-refused',
  'auth/mismatching-tenant-id': 'id-token-refused',
  'auth/tenant-not-found': 'not-found',
  'auth/invalid-tenant-id': 'not-found',
  'auth/too-many-requests': 'unavailable',
  'auth/quota-exceeded': 'unavailable',
  // The SDK uses this code for a 5xx and for any response that it does not know.
  'auth/internal-error': 'unavailable',
  'app/network-error': 'unavailable',
  'app/network-timeout': 'deadline-exceeded',
}

/** Converts an error of the admin SDK. */
export function toIdentityError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error
  return new IdentityError(codesOfSdk[errorCodeOf(error)] ?? 'internal', { cause: error })
}

/** Anyone may name any tenant of the project. As a failure, that would stop the emails of all others for a while. */
export function noneIfTenantIsMissing(error: unknown): null {
  if (error instanceof IdentityError && error.code === 'not-found') return null
  throw error
}
