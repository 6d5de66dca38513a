import { originalUri, targetUri } from '../answers.ts'
import type { Answer } from '../answers.ts'
import { acme, loginAt } from '../requests.ts'
import type { Scenario } from '../scenario.ts'

const failures: readonly (readonly [title: string, answer: Answer])[] = [
  ['400 with details', error(400, 'INVALID_ARGUMENT', 'Bad.', 'The state is not readable.')],
  ['400 without details', error(400, 'INVALID_ARGUMENT', 'Bad.')],
  [
    'restart the process',
    error(400, 'FAILED_PRECONDITION', 'Please restart the authentication process.', 'Stale.'),
  ],
  ['another precondition', error(400, 'FAILED_PRECONDITION', 'Not in this state.', 'No.')],
  ['a status of its own', error(400, 'ODD_STATUS', 'Odd.', 'Odd detail.')],
  ['401', error(401, 'UNAUTHENTICATED', 'Bad token.', 'The token is expired.')],
  ['403', error(403, 'PERMISSION_DENIED', 'No.', 'Not your resource.')],
  ['404', { status: 404, text: 'Not found' }],
  ['409 aborted: retry', error(409, 'ABORTED', 'Conflict.')],
  ['409 without body', { status: 409, text: '' }],
  ['409 already there', error(409, 'ALREADY_EXISTS', 'Again.')],
  ['429: retry', { status: 429, text: '' }],
  ['499: retry', { status: 499, text: '' }],
  ['500 without body', { status: 500, text: '' }],
  ['500 internal', error(500, 'INTERNAL', 'Broken.', 'Broken in detail.')],
  ['500 unknown: retry', error(500, 'UNKNOWN', 'Broken.')],
  ['501', { status: 501, text: '' }],
  ['503: retry', { status: 503, text: 'Service unavailable' }],
  ['504: retry', { status: 504, text: '' }],
  ['an error without status', { status: 400, json: { error: { message: 'Bad.' } } }],
  ['no redirect token', exchanged({ redirectToken: undefined })],
  ['an empty redirect token', exchanged({ redirectToken: '' })],
  ['no original address', exchanged({ originalUri: undefined })],
  ['an original address that is a script', exchanged({ originalUri: 'javascript:alert(1)' })],
  ['no target address', exchanged({ targetUri: undefined })],
  ['a target address that is a script', exchanged({ targetUri: 'javascript:alert(1)' })],
  ['an address that is a number', exchanged({ originalUri: 7 })],
  ['a page instead of JSON', { text: '<!doctype html>' }],
]

function error(status: number, name: string, message: string, detail?: string): Answer {
  const details = detail ? [{ detail }] : []
  return { status, json: { error: { code: status, status: name, message, details } } }
}

function exchanged(changes: object): Answer {
  return { json: { redirectToken: 'redirect-token-1', originalUri, targetUri, ...changes } }
}

/** Failures of the exchange of the ID token. */
export const exchange: readonly Scenario[] = [
  ...failures.map(([title, answer]) => ({
    title,
    at: loginAt(),
    page: { signedIn: { [acme]: {} } },
    answers: { exchange: [answer] },
  })),
  {
    title: 'silence',
    at: loginAt(),
    answers: { exchange: ['silence'] },
    steps: [{ until: 'fetch POST' }, { secondsLater: 31 }],
  },
  {
    title: '503 to a signed-in user, then success by retry',
    at: loginAt(),
    page: { signedIn: { [acme]: {} } },
    answers: { exchange: [{ status: 503, text: '' }, exchanged({})] },
    steps: [{ until: 'settled start' }, { then: 'retry' }],
  },
]
