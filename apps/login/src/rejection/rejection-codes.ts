import type { ErrorKey } from '../errors/error-table.ts'

/** The codes of the redirect server if its access policy rejects an account. They come with the script that explains it. */
export const rejectionCodes = {
  PROVIDER_NOT_ALLOWED: ['provider-not-allowed'],
  ACCOUNT_NOT_ALLOWED: ['account-not-allowed', 'email-not-allowed'],
  SECOND_FACTOR: ['second-factor-needed'],
} as const satisfies Partial<Record<ErrorKey, readonly string[]>>
