import { originalUri, targetUri } from '../answers.ts'
import type { Answer } from '../answers.ts'
import { acme, loginAt } from '../requests.ts'
import {
  brokenJson,
  cutConnection,
  exchangeRefused,
  ownMessage,
  serverBroke,
} from '../differences.ts'
import type { DeclaredDifference, Scenario } from '../scenario.ts'

const otherOrigin = exchangeRefused(
  'the user is only redirected to the application whose cookie was set',
)

const failures: readonly (readonly [
  title: string,
  answer: Answer,
  differs?: DeclaredDifference,
])[] = [
  ['400 with details', error(400, 'INVALID_ARGUMENT', 'Bad.', 'The state is not readable.')],
  [
    '400 without details',
    error(400, 'INVALID_ARGUMENT', 'Bad.'),
    ownMessage(400, 'invalid-argument'),
  ],
  [
    'restart the process',
    error(400, 'FAILED_PRECONDITION', 'Please restart the authentication process.', 'Stale.'),
  ],
  ['another precondition', error(400, 'FAILED_PRECONDITION', 'Not in this state.', 'No.')],
  ['a status of its own', error(400, 'ODD_STATUS', 'Odd.', 'Odd detail.')],
  ['409 aborted: retry', error(409, 'ABORTED', 'Conflict.'), ownMessage(409, 'aborted')],
  ['409 without body', { status: 409, text: '' }, ownMessage(409, 'aborted')],
  ['429: retry', { status: 429, text: '' }, ownMessage(429, 'resource-exhausted')],
  ['499: retry', { status: 499, text: '' }, ownMessage(499, 'cancelled')],
  ['500 without body', { status: 500, text: '' }, serverBroke()],
  ['503: retry', { status: 503, text: 'Service unavailable' }, ownMessage(503, 'unavailable')],
  ['504: retry', { status: 504, text: '' }, ownMessage(504, 'deadline-exceeded')],
  ['no redirect token', exchanged({ redirectToken: undefined })],
  ['no original URL', exchanged({ originalUri: undefined })],
  ['an original URL that is a script', exchanged({ originalUri: 'javascript:alert(1)' })],
  ['a target URL that is a script', exchanged({ targetUri: 'javascript:alert(1)' })],
  ['a page instead of JSON', { text: '<!doctype html>' }],
  ['invalid JSON', { text: '{"redirectToken":', type: 'application/json' }, brokenJson],
  ['the connection is closed', 'cut', cutConnection],
  [
    'an original URL of another origin',
    exchanged({ originalUri: 'https://evil.test/' }),
    otherOrigin,
  ],
  ['an original URL without scheme', exchanged({ originalUri: '//evil.test/' }), otherOrigin],
  [
    'an original URL that writes mail',
    exchanged({ originalUri: 'mailto:a@b.example' }),
    otherOrigin,
  ],
  [
    'an original URL with a user',
    exchanged({ originalUri: 'http://a@localhost:4100/' }),
    otherOrigin,
  ],
  [
    'a target URL without encryption',
    exchanged({ targetUri: 'http://gate.example.com/' }),
    {
      because: 'an answer with an unsafe URL is invalid, and the call can be retried',
      exactly: [
        { at: 'errors.0.code', theirs: 'invalid-argument', ours: 'unknown' },
        { at: 'errors.0.message', theirs: 'Invalid URL', ours: 'Invalid response' },
        { at: 'errors.0.retry', theirs: false, ours: true },
      ],
    },
  ],
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
  ...failures.map(([title, answer, differs]) => ({
    title,
    at: loginAt(),
    page: { signedIn: { [acme]: {} } },
    answers: { exchange: [answer] },
    ...(differs && { differs }),
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
    steps: [{ until: 'settled start' }, { act: 'retry' }],
    differs: ownMessage(503, 'unavailable'),
  },
]
