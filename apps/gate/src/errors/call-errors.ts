import type { ErrorEntry } from './error-entry.ts'

/** Errors that the calls of the sign-in page get: exchange, session info and target URL. */
export const callErrors = {
  'wrong-origin': {
    httpStatus: 403,
    status: 'PERMISSION_DENIED',
    number: 8,
    message: 'Only the sign-in page may call this.',
  },
  'wrong-method': {
    httpStatus: 405,
    status: 'INVALID_ARGUMENT',
    number: 8,
    message: 'This method is not accepted here.',
  },
  'content-type': {
    httpStatus: 415,
    status: 'INVALID_ARGUMENT',
    message: 'The body must be application/json.',
  },
  'body-too-large': {
    httpStatus: 413,
    status: 'INVALID_ARGUMENT',
    message: 'The body is too large.',
  },
  'body-too-slow': {
    httpStatus: 408,
    status: 'DEADLINE_EXCEEDED',
    message: 'The body took too long.',
  },
  'body-cut-short': {
    httpStatus: 400,
    status: 'INVALID_ARGUMENT',
    message: 'The body did not arrive.',
  },
  'unexpected-body': {
    httpStatus: 400,
    status: 'INVALID_ARGUMENT',
    message: 'The body is not the JSON expected here.',
  },
  'foreign-state': {
    httpStatus: 400,
    status: 'INVALID_ARGUMENT',
    message: 'This state is not of this gate.',
  },
  // Clients look for the last part of this message, which the protocol specifies.
  'restart-process': {
    httpStatus: 400,
    status: 'FAILED_PRECONDITION',
    message:
      'This sign-in request has been used or has expired. Please restart the authentication process.',
  },
  'redirect-token': {
    httpStatus: 401,
    number: 37,
    message: 'The redirect token is not valid or has expired.',
  },

  // ID tokens.
  'id-token-claims': {
    httpStatus: 401,
    status: 'UNAUTHENTICATED',
    message: 'The ID token lacks claims that Identity Platform puts in one.',
  },
  'id-token-brings-key': {
    httpStatus: 401,
    status: 'UNAUTHENTICATED',
    message: 'The ID token brings its own key.',
  },
  'id-token-signature': {
    httpStatus: 401,
    status: 'UNAUTHENTICATED',
    message: 'The ID token is not signed by Identity Platform.',
  },
  'id-token-not-emulated': {
    httpStatus: 401,
    status: 'UNAUTHENTICATED',
    message: 'The ID token is not of the identity emulator.',
  },
  'id-token-project': {
    httpStatus: 401,
    status: 'UNAUTHENTICATED',
    message: 'The ID token is of another project.',
  },
  'id-token-expired': {
    httpStatus: 401,
    status: 'ID_TOKEN_EXPIRED',
    message: 'The ID token has expired. Please sign in again.',
  },
  'clock-skewed': {
    httpStatus: 401,
    status: 'CLOCK_SKEWED',
    message: 'The ID token was issued in the future. The clock of some machine is wrong.',
  },
  'anonymous-user': {
    httpStatus: 403,
    status: 'PERMISSION_DENIED',
    message: 'Anonymous users may not enter.',
  },
  'wrong-tenant': {
    httpStatus: 403,
    status: 'PERMISSION_DENIED',
    message: 'Mismatching tenant ID',
  },
  // The access policy rejects the account.
  'provider-not-allowed': {
    httpStatus: 403,
    status: 'PROVIDER_NOT_ALLOWED',
    message: 'The access policy does not allow this provider.',
  },
  'email-not-allowed': {
    httpStatus: 403,
    status: 'EMAIL_NOT_ALLOWED',
    message: 'The access policy needs a verified email address of another domain.',
  },
  'account-not-allowed': {
    httpStatus: 403,
    status: 'ACCOUNT_NOT_ALLOWED',
    message: 'The access policy does not allow this account.',
  },
  'second-factor-needed': {
    httpStatus: 403,
    status: 'SECOND_FACTOR_NEEDED',
    message: 'The access policy needs a second factor.',
  },
  'claims-too-large': {
    httpStatus: 403,
    status: 'CLAIMS_TOO_LARGE',
    message: 'The claims of this account do not fit into a cookie.',
  },
  'keys-unavailable': {
    httpStatus: 503,
    status: 'UNAVAILABLE',
    message: 'The keys that sign ID tokens cannot be fetched. Try again.',
  },
  'store-unavailable': {
    httpStatus: 503,
    status: 'UNAVAILABLE',
    message: 'Sign-ins cannot be stored now. Try again.',
  },
} as const satisfies Record<string, ErrorEntry>
