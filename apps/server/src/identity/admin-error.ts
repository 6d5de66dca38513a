import { IdentityError, type IdentityErrorCode } from './identity-platform.ts'

const codes: Record<string, IdentityErrorCode> = {
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

/** What the admin SDK throws, in our own codes. */
export function translate(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error
  return new IdentityError(codes[codeOf(error) ?? ''] ?? 'internal', { cause: error })
}

/** The SDK's own code, such as `auth/user-not-found`. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null
}
