import { originalUri, redirectUri, targetUri } from './answers.ts'
import { anyLibraryMessage } from './verdict.ts'
import { acme, apiKey, lookupAddress, state } from './requests.ts'
import type { DeclaredDifference } from './scenario.ts'
import type { WireRequest } from './trace.ts'

/** Our engine refuses a request as soon as it has parsed the URL: it gets no auth instance and sends nothing. */
export function refusedUnread(message: string, because?: string): DeclaredDifference {
  return {
    because: because ?? 'an error that the URL alone shows is reported before any call or request',
    ours: {
      events: [
        'handler languageCode null',
        'started start',
        'handler handleError error 0',
        'settled start with error 0',
      ],
      requests: [],
      errors: [{ code: 'invalid-argument', message, httpErrorCode: null, retry: false }],
      storage: {},
    },
  }
}

/** A refusal without a message gets our message, which names its status. */
export function ownMessage(status: number, code: string, errors = 1): DeclaredDifference {
  return {
    because: 'a refusal without a message from the server gets our message',
    exactly: messagesFor(status, code, errors),
  }
}

/** One HTTP status can mean several codes; the library uses 500 for lost data. */
export function serverBroke(): DeclaredDifference {
  return {
    because: 'a plain 500 is an internal error, not lost data (G6)',
    exactly: [
      { at: 'errors.0.code', theirs: 'data-loss', ours: 'internal' },
      ...messagesFor(500, 'internal', 1),
    ],
  }
}

function messagesFor(status: number, code: string, errors: number) {
  const ours = `The server answered ${status}: ${code}.`
  return Array.from({ length: errors }, (_, index) => ({
    at: `errors.${index}.message`,
    theirs: anyLibraryMessage,
    ours,
  }))
}

/** A closed connection and an invalid answer have a code, and can be retried. */
function codedFailure(code: string, message: string): DeclaredDifference {
  return {
    because: 'every failure of a call has a code, and a transient one offers a retry (G5)',
    exactly: [
      { at: 'errors.0.code', theirs: null, ours: code },
      { at: 'errors.0.message', theirs: anyLibraryMessage, ours: message },
      { at: 'errors.0.retry', theirs: false, ours: true },
    ],
  }
}

export const cutConnection = codedFailure(
  'auth/network-request-failed',
  'The request could not be sent, or its answer did not arrive.',
)
export const brokenJson = codedFailure('unknown', 'Invalid response')

/** Our engine refuses the exchange's answer for a signed-in user: it sets no cookie and does not navigate. */
export function exchangeRefused(because: string): DeclaredDifference {
  return {
    because,
    ours: {
      events: [
        'handler languageCode null',
        `handler getAuth "${apiKey}" "${acme}"`,
        'started start',
        'handler showProgressBar',
        `fetch GET ${lookupAddress}`,
        `handler processUser user ${acme} stored`,
        `fetch POST ${redirectUri}`,
        'handler hideProgressBar',
        'handler handleError error 0',
        'settled start with error 0',
      ],
      requests: [lookupRequest, exchangeRequest(`id-token of ${acme} stored, 1`)],
      errors: [{ code: 'unknown', message: 'Invalid response', httpErrorCode: null, retry: true }],
      storage: {},
    },
  }
}

const uncached = { 'cache-control': 'max-age=0' }
const json = { 'content-type': 'application/json', ...uncached }

export const lookupRequest: WireRequest = {
  method: 'GET',
  address: lookupAddress,
  headers: uncached,
  body: '',
  isNavigation: false,
}

export const sessionInfoRequest: WireRequest = {
  method: 'POST',
  address: redirectUri,
  headers: json,
  body: JSON.stringify({ state }),
  isNavigation: false,
}

export function exchangeRequest(idToken: string): WireRequest {
  return { ...sessionInfoRequest, body: JSON.stringify({ id_token: idToken, state }) }
}

export const cookieRequest: WireRequest = {
  method: 'GET',
  address: targetUri,
  headers: { 'x-iap-3p-token': 'redirect-token-1', cookie: 'visitor=known', ...uncached },
  body: '',
  isNavigation: false,
}

/** The fragment stays in the browser. */
export const navigationRequest: WireRequest = {
  method: 'GET',
  address: originalUri.replace(/#.*/, ''),
  headers: {},
  body: '',
  isNavigation: true,
}
