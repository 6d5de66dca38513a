import { callErrors } from './call-errors.ts'
import type { ErrorEntry } from './error-entry.ts'

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

  // The gate stands beside a reverse proxy, which forwards to the application.
  'not-forwarded': {
    httpStatus: 502,
    page: 'unreachable',
    message: 'The gate forwards nothing to this application. The reverse proxy does.',
  },
  'forward-auth-proxy': {
    httpStatus: 400,
    message: 'Only a proxy of GATE_TRUSTED_PROXIES may ask whether a request may pass.',
  },
  'forward-auth-request': {
    httpStatus: 400,
    message: 'The proxy must send X-Forwarded-Method, -Host and -Uri of the request, each once.',
  },
  'forward-auth-route': {
    httpStatus: 400,
    message: 'The proxy must send this request to the gate itself.',
  },

  ...callErrors,
} as const satisfies Record<string, ErrorEntry>
