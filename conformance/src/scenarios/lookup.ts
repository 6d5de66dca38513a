import { loginAt } from '../requests.ts'
import type { Answer } from '../answers.ts'
import { brokenJson, cutConnection, ownMessage, serverBroke } from '../differences.ts'
import type { DeclaredDifference, Scenario } from '../scenario.ts'

const failures: readonly (readonly [
  title: string,
  answer: Answer,
  differs?: DeclaredDifference,
])[] = [
  ['400 CODE : detail', error(400, { message: 'INVALID_KEY : No such key. Ask again.' })],
  [
    '400 CODE',
    error(400, { message: 'CONFIGURATION_NOT_FOUND' }),
    ownMessage(400, 'configuration-not-found'),
  ],
  ['403 with a status', error(403, { status: 'PERMISSION_DENIED', message: 'Blocked: referer.' })],
  ['404 with a status of its own', error(404, { status: 'NEW_STATUS', message: 'Gone.' })],
  ['500', { status: 500, text: '' }, serverBroke()],
  ['418, which has no name', { status: 418, text: '' }, ownMessage(418, 'unknown')],
  ['no project', { json: { authorizedDomains: ['localhost'] } }],
  ['no domains', { json: { projectId: '12345' } }],
  ['an empty list of domains', { json: { projectId: '12345', authorizedDomains: [] } }],
  ['a page instead of JSON', { text: '<!doctype html>' }],
]

function error(status: number, error: object): Answer {
  return { status, json: { error } }
}

const halfJson: Answer = { text: '{"projectId":', type: 'application/json' }

/** Failures of the project lookup. */
export const lookup: readonly Scenario[] = [
  ...failures.map(([title, answer, differs]) => ({
    title,
    at: loginAt(),
    answers: { lookup: [answer] },
    ...(differs && { differs }),
  })),
  {
    title: 'invalid JSON',
    at: loginAt(),
    answers: { lookup: [halfJson] },
    differs: brokenJson,
  },
  {
    title: 'the connection is closed',
    at: loginAt(),
    answers: { lookup: ['cut'] },
    differs: cutConnection,
  },
  {
    title: 'silence',
    at: loginAt(),
    answers: { lookup: ['silence'] },
    steps: [{ until: 'fetch GET' }, { secondsLater: 31 }],
  },
  {
    title: '503, then success by retry',
    at: loginAt(),
    answers: { lookup: [{ status: 503, text: '' }, success()] },
    steps: [{ until: 'settled start' }, { act: 'retry' }],
    differs: ownMessage(503, 'unavailable'),
  },
]

function success(): Answer {
  return { json: { projectId: '12345', authorizedDomains: ['localhost'] } }
}
