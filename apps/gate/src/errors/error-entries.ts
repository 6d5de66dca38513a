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

/** Every error that the gate responds with. To add one, add a line here, and its page to the messages if it has one. */
export const gateErrors = {
  // Requests that the application might parse differently from the gate.
  'http-version': { httpStatus: 505, message: 'The HTTP version is not supported.' },
  'host-header': { httpStatus: 400, message: 'A request needs exactly one Host header.' },
  'request-target': { httpStatus: 400, message: 'The path is ambiguous.' },
  'transfer-encoding': { httpStatus: 400, message: 'Only chunked bodies are accepted.' },
  'trace-method': { httpStatus: 405, message: 'TRACE is not accepted.' },
  'unknown-host': { httpStatus: 421, message: 'The Host is not this gate.' },
  'upgrade-with-body': { httpStatus: 400, message: 'A WebSocket opens without a body.' },
  'upgrade-origin': { httpStatus: 403, message: 'Another origin opened the WebSocket.' },

  // Errors for users in the browser.
  'not-found': { httpStatus: 404, message: 'The gate has no such path.' },
  'signed-out': { httpStatus: 401, page: 'sessionEnded', message: 'There is no session.' },
  'duplicate-session': {
    httpStatus: 400,
    page: 'duplicateSession',
    message: 'The browser sent two sessions.',
  },
  'url-too-long': {
    httpStatus: 414,
    page: 'addressTooLong',
    message: 'The URL is too long to return to.',
  },
  'cannot-finish': {
    httpStatus: 400,
    page: 'cannotFinish',
    message: 'This browser did not begin the sign-in, or it has expired.',
  },
  'not-a-page-request': { httpStatus: 403, message: 'Only a navigation is accepted here.' },
  'whole-window': {
    httpStatus: 403,
    page: 'wholeWindow',
    message: 'Only a navigation of the whole window ends a session.',
  },

  // The access policy keeps a user from a path.
  'path-not-allowed': {
    httpStatus: 403,
    page: 'notAllowed',
    message: 'The access policy does not allow this account to open the path.',
  },
  'path-closed': {
    httpStatus: 403,
    message: 'The access policy has no rule for the path.',
  },
  'path-ambiguous': {
    httpStatus: 400,
    message: 'The application could find another rule of the access policy for the path.',
  },

  'sign-in-unavailable': {
    httpStatus: 503,
    page: 'signInUnavailable',
    message: 'The database of the gate is unavailable, so nobody can sign in.',
  },

  // The application failed, or the client did while it sent a request.
  unreachable: {
    httpStatus: 502,
    page: 'unreachable',
    message: 'The application cannot be reached.',
  },
  'response-too-large': {
    httpStatus: 502,
    page: 'answerTooLarge',
    message: 'The headers of the response are too large.',
  },
  'too-slow': {
    httpStatus: 504,
    page: 'tooSlow',
    message: 'The application did not answer in time.',
  },
  'client-too-slow': { httpStatus: 408, message: 'The client stopped sending.' },

  // Calls of the sign-in page: exchange, session info and target URL.
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
