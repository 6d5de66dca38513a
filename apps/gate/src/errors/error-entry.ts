import type { PageName } from '../messages/gate-messages.ts'

/** Google's canonical status codes, and those of our own, for which the sign-in page has a more precise message. */
export type StatusWord =
  | 'INVALID_ARGUMENT'
  | 'FAILED_PRECONDITION'
  | 'UNAUTHENTICATED'
  | 'ID_TOKEN_EXPIRED'
  | 'CLOCK_SKEWED'
  | 'PERMISSION_DENIED'
  | 'CLAIMS_TOO_LARGE'
  | 'PROVIDER_NOT_ALLOWED'
  | 'EMAIL_NOT_ALLOWED'
  | 'ACCOUNT_NOT_ALLOWED'
  | 'SECOND_FACTOR_NEEDED'
  | 'UNAVAILABLE'
  | 'DEADLINE_EXCEEDED'

export interface ErrorEntry {
  httpStatus: number
  /** The page that a browser gets. Without it, the page `refused`. */
  page?: PageName
  /** The status that the sign-in page gets. It has an error code for each. */
  status?: StatusWord
  /** IAP's number for an error at the target URL: 37 is GCIP_TOKEN_INVALID, 8 is AUTHENTICATION_URI_FAIL. */
  number?: 8 | 37
  /** For developers and logs. It never contains what the client sent. */
  message: string
}
