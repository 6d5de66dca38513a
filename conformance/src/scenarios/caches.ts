import { redirectUri } from '../answers.ts'
import type { Difference } from '../compare.ts'
import { acme, loginAt, lookupAddress, selectAt, signoutAt, signoutHereAt } from '../requests.ts'
import { ownMessage, sessionInfoRequest } from '../differences.ts'
import { anyLibraryMessage } from '../verdict.ts'
import type { DeclaredDifference, Scenario, Step } from '../scenario.ts'

const signedIn = { signedIn: { [acme]: {} } }

/** Starts again after so many seconds. */
function again(seconds: number): Step[] {
  return [{ until: 'settled start' }, { secondsLater: seconds }, { act: 'start' }]
}

/** Their first request is our second one. */
function checkedFirst(...also: Difference[]): DeclaredDifference {
  return {
    because: 'the state goes to no redirect server before its URL is checked',
    exactly: [
      { at: `times of fetch GET ${lookupAddress}`, theirs: 0, ours: 1 },
      { at: 'requests.0.method', theirs: 'POST', ours: 'GET' },
      { at: 'requests.0.address', theirs: redirectUri, ours: lookupAddress },
      { at: 'requests.0.headers.content-type', theirs: 'application/json' },
      { at: 'requests.0.body', theirs: sessionInfoRequest.body, ours: '' },
      { at: 'requests.1', ours: sessionInfoRequest },
      ...also,
    ],
  }
}

export const caches: readonly Scenario[] = [
  {
    title: 'a second start within two minutes asks nothing again',
    at: loginAt(),
    page: signedIn,
    steps: again(60),
  },
  {
    title: 'a second start after three minutes exchanges a fresh token',
    at: loginAt(),
    page: signedIn,
    steps: again(180),
  },
  {
    title: 'a second start after 31 minutes looks the project up again',
    at: loginAt(),
    page: signedIn,
    steps: again(31 * 60),
  },
  {
    title: 'a project that could not be read is read again',
    at: loginAt(),
    page: signedIn,
    answers: {
      lookup: [
        { status: 403, text: '' },
        { json: { projectId: '12345', authorizedDomains: ['localhost'] } },
      ],
    },
    steps: again(1),
    differs: ownMessage(403, 'permission-denied'),
  },
  {
    title: 'an exchange that failed is made again',
    at: loginAt(),
    page: signedIn,
    answers: { exchange: [{ status: 403, text: '' }] },
    steps: again(1),
    differs: ownMessage(403, 'permission-denied', 2),
  },
  {
    title: 'a cookie that failed is set again, the exchange is not',
    at: loginAt(),
    page: signedIn,
    answers: { cookie: [{ status: 403, text: '' }] },
    steps: again(1),
    differs: ownMessage(403, 'permission-denied', 2),
  },
  {
    title: 'session info lasts two choices',
    at: selectAt(),
    page: { choices: ['never'] },
    steps: [
      { until: 'handler selectTenant' },
      { act: 'start' },
      { until: 'handler selectTenant', times: 2 },
    ],
  },
  { title: 'a second sign-out after the lifetime', at: signoutAt(), steps: again(400) },
  {
    title: 'the original URL, asked twice',
    at: loginAt(),
    page: { waits: true },
    steps: [
      { until: 'ready' },
      { act: 'getOriginalURL' },
      { until: 'settled getOriginalURL' },
      { act: 'getOriginalURL' },
      { until: 'settled getOriginalURL', times: 2 },
    ],
    differs: checkedFirst(),
  },
  {
    title: 'the original URL when the redirect server refuses',
    at: loginAt(),
    page: { waits: true },
    answers: { sessionInfo: [{ status: 403, text: '' }] },
    steps: [{ until: 'ready' }, { act: 'getOriginalURL' }, { until: 'settled getOriginalURL' }],
    differs: checkedFirst({
      at: 'errors.0.message',
      theirs: anyLibraryMessage,
      ours: 'The server answered 403: permission-denied.',
    }),
  },
  {
    title: 'no original URL without redirect URL',
    at: signoutHereAt(),
    page: { waits: true },
    steps: [{ until: 'ready' }, { act: 'getOriginalURL' }, { until: 'settled getOriginalURL' }],
  },
  {
    title: 'session info serves the original URL and the choice',
    at: selectAt(),
    page: { choices: ['never'] },
    steps: [
      { until: 'handler selectTenant' },
      { act: 'getOriginalURL' },
      { until: 'settled getOriginalURL' },
    ],
  },
]
