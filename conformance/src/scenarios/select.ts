import { originalUri } from '../answers.ts'
import type { Answer } from '../answers.ts'
import { acme, globex, project, selectAt } from '../requests.ts'
import { ownWords, serverBroke } from '../differences.ts'
import type { Deliberate, Scenario } from '../scenario.ts'

const failures: readonly (readonly [title: string, answer: Answer, differs?: Deliberate])[] = [
  ['400 with details', error(400, 'INVALID_ARGUMENT', 'The state is not readable.')],
  ['403', error(403, 'PERMISSION_DENIED', 'Not your resource.')],
  ['404 without body', { status: 404, text: '' }, ownWords(404, 'not-found')],
  ['500 without body', { status: 500, text: '' }, serverBroke()],
  ['503: retry', { status: 503, text: '' }, ownWords(503, 'unavailable')],
  ['no tenants in the answer', { json: { originalUri } }],
  ['no original address', session({ originalUri: undefined })],
  ['an original address that is a script', session({ originalUri: 'javascript:alert(1)' })],
  ['an empty list of tenants', session({ tenantIds: [] })],
  ['a page instead of JSON', { text: '<!doctype html>' }],
  ['JSON that is none', { text: '{"tenantIds":', type: 'application/json' }],
  ['the connection is cut', 'cut'],
  ['a tenant that is a number', session({ tenantIds: [acme, 7] })],
]

function error(status: number, name: string, detail: string): Answer {
  const error = { code: status, status: name, message: 'Refused.', details: [{ detail }] }
  return { status, json: { error } }
}

function session(changes: object): Answer {
  return { json: { originalUri, tenantIds: [acme, globex], ...changes } }
}

/** The choice among the tenants of a session. */
export const select: readonly Scenario[] = [
  {
    title: 'a tenant is chosen and nobody is signed in',
    at: selectAt(),
    page: { choices: [{ tenantId: globex }] },
  },
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
    title: 'the parameters and the path of the page are kept, its hash is not',
    at: {
      ...selectAt({ hl: 'tr', state: 'a+b&c=d' }),
      path: '/deep/page',
      hash: '#hint=a@b.example;phone',
    },
    page: { credentials: ['never'] },
    steps: [{ until: 'handler startSignIn' }],
  },
  {
    title: 'without a chooser the first tenant is taken',
    at: selectAt(),
    page: { without: ['selectTenant'] },
  },
  {
    title: 'one tenant is still offered',
    at: selectAt(),
    answers: { sessionInfo: [session({ tenantIds: [globex] })] },
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
    title: 'the chooser waits for the visitor',
    at: selectAt(),
    page: { choices: ['never'] },
    steps: [{ until: 'handler selectTenant' }],
  },
  {
    title: 'Back from the buttons returns to the choice',
    at: selectAt(),
    page: { choices: [{ tenantId: acme }, 'never'], credentials: ['never'] },
    steps: [
      { until: 'handler startSignIn' },
      { then: 'back' },
      { until: 'handler selectTenant', times: 2 },
    ],
  },
  {
    title: 'Back from the buttons, then another tenant to the end',
    at: selectAt(),
    page: { choices: [{ tenantId: acme }, { tenantId: globex }], credentials: ['never', {}] },
    steps: [
      { until: 'handler startSignIn' },
      { then: 'back' },
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
      { then: 'back' },
      { until: 'handler selectTenant', times: 2 },
      { then: 'forward' },
      { until: 'handler startSignIn', times: 2 },
    ],
  },
  {
    title: 'a choice, then an exchange that is refused',
    at: selectAt(),
    answers: { exchange: [error(400, 'INVALID_ARGUMENT', 'Stale.')] },
  },
  {
    title: 'a choice, then a nonce check',
    at: selectAt(),
    answers: { cookie: [{ text: 'XsrfNonceCheckIsNeeded' }] },
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
    steps: [{ until: 'settled start' }, { then: 'retry' }],
  },
]
