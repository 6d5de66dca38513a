import { loginOrigin, originalUri, redirectUri, targetUri } from '../answers.ts'
import type { Answer } from '../answers.ts'
import { acme, apiKey, globex, lookupAddress, project, selectAt } from '../requests.ts'
import {
  cookieRequest,
  cutConnection,
  exchangeRequest,
  lookupRequest,
  navigationRequest,
  ownMessage,
  sessionInfoRequest,
} from '../differences.ts'
import { anyLibraryMessage } from '../verdict.ts'
import type { DeclaredDifference, Scenario } from '../scenario.ts'

const failures: readonly (readonly [
  title: string,
  answer: Answer,
  differs?: DeclaredDifference,
])[] = [
  ['400 with details', error(400, 'INVALID_ARGUMENT', 'The state is not readable.')],
  ['503: retry', { status: 503, text: '' }, ownMessage(503, 'unavailable')],
  ['no tenants in the answer', { json: { originalUri } }],
  ['an original URL that is a script', session({ originalUri: 'javascript:alert(1)' })],
  ['an empty list of tenants', session({ tenantIds: [] })],
  ['a page instead of JSON', { text: '<!doctype html>' }],
  ['the connection is closed', 'cut', cutConnection],
  [
    'a tenant that is a number',
    session({ tenantIds: [acme, 7] }),
    {
      because: 'a list of tenants contains only names',
      ours: {
        events: [
          'handler languageCode null',
          'started start',
          'handler showProgressBar',
          `fetch GET ${lookupAddress}`,
          `fetch POST ${redirectUri}`,
          'handler hideProgressBar',
          'handler handleError error 0',
          'settled start with error 0',
        ],
        requests: [lookupRequest, sessionInfoRequest],
        errors: [
          { code: 'unknown', message: 'Invalid response', httpErrorCode: null, retry: true },
        ],
        storage: {},
      },
    },
  ],
]

function error(status: number, name: string, detail: string): Answer {
  const error = { code: status, status: name, message: 'Refused.', details: [{ detail }] }
  return { status, json: { error } }
}

function session(changes: object): Answer {
  return { json: { originalUri, tenantIds: [acme, globex], ...changes } }
}

const choice = `{"state":"signIn","selectedTenantInfo":{"tenantId":"${acme}"}}`
const chosen = `${loginOrigin}/deep/page?mode=login&apiKey=${apiKey}&tid=${acme}&state=a%2Bb%26c%3Dd&redirect_uri=${encodeURIComponent(redirectUri)}`

/** The choice among the tenants of a session. */
export const select: readonly Scenario[] = [
  {
    title: 'a tenant is chosen whose user is signed in',
    at: selectAt(),
    page: { choices: [{ tenantId: globex }], signedIn: { [globex]: {}, [acme]: {} } },
  },
  {
    title: 'a choice with hint reaches the buttons through the history',
    at: selectAt(),
    page: {
      choices: [{ tenantId: acme, email: 'ann@corp.example', providerIds: ['phone'] }],
      credentials: ['never'],
    },
    steps: [{ until: 'handler startSignIn' }],
  },
  {
    title: 'the path and the language of the page are kept, its hash is not',
    at: {
      ...selectAt({ hl: 'tr', state: 'a+b&c=d' }),
      path: '/deep/page',
      hash: '#hint=a@b.example;phone',
    },
    page: { credentials: ['never'] },
    steps: [{ until: 'handler startSignIn' }],
    differs: {
      because: 'the language of the request is kept after the choice',
      exactly: [
        { at: 'events.6', theirs: `history push ${choice} ${chosen}` },
        { at: 'events.7', theirs: 'handler languageCode null' },
        { at: 'events.6', ours: `history push ${choice} ${chosen}&hl=tr` },
        { at: 'events.7', ours: 'handler languageCode "tr"' },
        { at: 'history.address', theirs: chosen, ours: `${chosen}&hl=tr` },
      ],
    },
  },
  {
    title: 'without a chooser the first tenant is taken',
    at: selectAt(),
    page: { without: ['selectTenant'] },
  },
  {
    title: 'the project level is chosen',
    at: selectAt(),
    page: { choices: [{ tenantId: null }] },
    answers: { sessionInfo: [session({ tenantIds: [acme, project] })] },
  },
  {
    title: 'the project level is not in the list',
    at: selectAt(),
    page: { choices: [{ tenantId: null }] },
  },
  {
    title: 'a tenant that is not in the list',
    at: selectAt(),
    page: { choices: [{ tenantId: 'initech-5e6f7' }] },
  },
  {
    title: 'the chooser fails',
    at: selectAt(),
    page: { choices: [{ fails: 'auth/internal-error' }] },
  },
  {
    title: 'Back from the buttons returns to the choice',
    at: selectAt(),
    page: { choices: [{ tenantId: acme }, 'never'], credentials: ['never'] },
    steps: [
      { until: 'handler startSignIn' },
      { act: 'back' },
      { until: 'handler selectTenant', times: 2 },
    ],
  },
  {
    title: 'Back from the buttons, then another tenant to the end',
    at: selectAt(),
    page: { choices: [{ tenantId: acme }, { tenantId: globex }], credentials: ['never', {}] },
    steps: [
      { until: 'handler startSignIn' },
      { act: 'back' },
      { until: 'navigate http' },
      { until: 'settled start' },
    ],
  },
  {
    title: 'Back and Forward return to the buttons of the same choice',
    at: selectAt(),
    page: {
      choices: [{ tenantId: acme, email: 'ann@corp.example' }, 'never'],
      credentials: ['never'],
    },
    steps: [
      { until: 'handler startSignIn' },
      { act: 'back' },
      { until: 'handler selectTenant', times: 2 },
      { act: 'forward' },
      { until: 'handler startSignIn', times: 2 },
    ],
  },
  {
    title: 'a choice, then an exchange that is refused',
    at: selectAt(),
    answers: { exchange: [error(400, 'INVALID_ARGUMENT', 'Stale.')] },
  },
  ...failures.map(([title, answer, differs]) => ({
    title: `session info: ${title}`,
    at: selectAt(),
    answers: { sessionInfo: [answer] },
    ...(differs && { differs }),
  })),
  {
    title: 'session info: silence',
    at: selectAt(),
    answers: { sessionInfo: ['silence'] },
    steps: [{ until: 'fetch POST' }, { secondsLater: 31 }],
  },
  {
    title: 'session info: 503, then success by retry',
    at: selectAt(),
    answers: { sessionInfo: [{ status: 503, text: '' }, session({})] },
    steps: [{ until: 'settled start' }, { act: 'retry' }],
    differs: {
      because: 'a choice after a retry is completed',
      exactly: [
        ...[
          'handler languageCode null',
          `handler getAuth "${apiKey}" "${acme}"`,
          'handler showProgressBar',
          'handler hideProgressBar',
          `handler startSignIn auth ${acme} {"providerIds":[],"tenantId":"${acme}"}`,
          'handler showProgressBar',
          `handler processUser user ${acme} new`,
          `fetch POST ${redirectUri}`,
          `fetch GET ${targetUri}`,
          `navigate ${originalUri}`,
        ].map((event) => ({ at: 'events.14', ours: event })),
        { at: 'requests.3', ours: exchangeRequest(`id-token of ${acme} new, 1`) },
        { at: 'requests.4', ours: cookieRequest },
        { at: 'requests.5', ours: navigationRequest },
        {
          at: 'errors.0.message',
          theirs: anyLibraryMessage,
          ours: 'The server answered 503: unavailable.',
        },
        { at: 'storage.ciap:auth-tenants:12345', ours: JSON.stringify([acme]) },
      ],
    },
  },
]
