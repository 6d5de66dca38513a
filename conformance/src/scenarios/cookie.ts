import type { Answer } from '../answers.ts'
import { acme, loginAt } from '../requests.ts'
import { cutConnection, ownMessage } from '../differences.ts'
import { anyLibraryMessage } from '../verdict.ts'
import type { DeclaredDifference, Scenario } from '../scenario.ts'

const numbers = [8, 37, 43, 99]

const failures: readonly (readonly [
  title: string,
  answer: Answer,
  differs?: DeclaredDifference,
])[] = [
  ...numbers.map((number): [string, Answer] => [
    `401, number ${number}`,
    { status: 401, text: `Your client does not have permission. Error ${number} code` },
  ]),
  ['a number with a status that passes: no retry', { status: 503, text: 'Error 37 code' }],
  ['an unknown number with a status that passes: retry', { status: 503, text: 'Error 7 code' }],
  [
    '401 with a text of its own',
    { status: 401, text: 'Sign in first.' },
    unnumbered(401, 'unauthenticated', false),
  ],
  [
    '502 with a page of its own',
    { status: 502, text: '<h1>Bad gateway</h1>' },
    unnumbered(502, 'unknown', true),
  ],
  [
    '403 with JSON',
    { status: 403, json: { error: 'Error 37 code' } },
    ownMessage(403, 'permission-denied'),
  ],
  ['the connection is closed', 'cut', cutConnection],
  ['401 without body', { status: 401, text: '' }, ownMessage(401, 'unauthenticated')],
]

function unnumbered(status: number, code: string, retry: boolean): DeclaredDifference {
  const message = `The server answered ${status}: ${code}.`
  return {
    because: 'a refusal with its own text does not break the page that reads it',
    exactly: [
      { at: 'errors.0.code', theirs: null, ours: code },
      { at: 'errors.0.message', theirs: anyLibraryMessage, ours: message },
      { at: 'errors.0.httpErrorCode', theirs: null, ours: status },
      ...(retry ? [{ at: 'errors.0.retry', theirs: false, ours: true }] : []),
    ],
  }
}

/** Failures of the call that sets the cookie. */
export const cookie: readonly Scenario[] = [
  ...failures.map(([title, answer, differs]) => ({
    title,
    at: loginAt(),
    page: { signedIn: { [acme]: {} } },
    answers: { cookie: [answer] },
    ...(differs && { differs }),
  })),
  {
    title: 'silence',
    at: loginAt(),
    answers: { cookie: ['silence'] },
    steps: [{ until: 'fetch GET http://localhost:4100' }, { secondsLater: 31 }],
  },
  {
    title: '503 to a signed-in user, then success by retry',
    at: loginAt(),
    page: { signedIn: { [acme]: {} } },
    answers: { cookie: [{ status: 503, text: '' }, { text: 'OK' }] },
    steps: [{ until: 'settled start' }, { act: 'retry' }],
    differs: ownMessage(503, 'unavailable'),
  },
]
