import { errorCodeOf } from '@foyer/node/system-error'

export type IdentityErrorCode =
  | 'id-token-refused'
  | 'id-token-too-old'
  | 'user-disabled'
  | 'account-missing'
  /** There is no such tenant. */
  | 'not-found'
  | 'unavailable'
  | 'deadline-exceeded'
  /** Identity Platform does not let this service do it: the deployment lacks a permission. */
  | 'internal'

/** Why Identity Platform did not do what was asked. Its codes are among the contract's. */
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
  // What the SDK makes of a 5xx and of any answer that it does not know.
  'auth/internal-error': 'unavailable',
  'app/network-error': 'unavailable',
  'app/network-timeout': 'deadline-exceeded',
}

/** What the admin SDK throws, as an error of ours. */
export function toIdentityError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error
  return new IdentityError(codesOfSdk[errorCodeOf(error)] ?? 'internal', { cause: error })
}
