import { loginAt, signoutAt } from '../requests.ts'
import type { Answer } from '../answers.ts'
import type { Scenario } from '../scenario.ts'

const failures: readonly (readonly [title: string, answer: Answer])[] = [
  ['400 CODE : detail', error(400, { message: 'INVALID_KEY : No such key. Ask again.' })],
  ['400 CODE', error(400, { message: 'CONFIGURATION_NOT_FOUND' })],
  ['400 with a status', error(400, { status: 'INVALID_ARGUMENT', message: 'API key not valid.' })],
  ['403 with a status', error(403, { status: 'PERMISSION_DENIED', message: 'Blocked: referer.' })],
  ['404 with a status of its own', error(404, { status: 'NEW_STATUS', message: 'Gone.' })],
  ['401 without body', { status: 401, text: '' }],
  ['403 text', { status: 403, text: 'Forbidden' }],
  ['404 page', { status: 404, text: '<h1>Not found</h1>' }],
  ['429', error(429, { status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' })],
  ['500', { status: 500, text: '' }],
  ['501', { status: 501, text: '' }],
  ['503', { status: 503, text: 'try later' }],
  ['504', { status: 504, text: '' }],
  ['418, which has no name', { status: 418, text: '' }],
  ['no project', { json: { authorizedDomains: ['localhost'] } }],
  ['an empty project', { json: { projectId: '', authorizedDomains: ['localhost'] } }],
  ['no domains', { json: { projectId: '12345' } }],
  ['domains that are no list', { json: { projectId: '12345', authorizedDomains: 'localhost' } }],
  ['an empty list of domains', { json: { projectId: '12345', authorizedDomains: [] } }],
  ['a page instead of JSON', { text: '<!doctype html>' }],
]

function error(status: number, error: object): Answer {
  return { status, json: { error } }
}

/** Failures of the project lookup. */
export const lookup: readonly Scenario[] = [
  ...failures.map(([title, answer]) => ({ title, at: loginAt(), answers: { lookup: [answer] } })),
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
    steps: [{ until: 'settled start' }, { then: 'retry' }],
  },
  {
    title: '503 twice, then success by the second retry',
    at: loginAt(),
    answers: { lookup: [{ status: 503, text: '' }, { status: 503, text: '' }, success()] },
    steps: [
      { until: 'settled start' },
      { then: 'retry' },
      { until: 'settled retry' },
      { then: 'retry' },
    ],
  },
  {
    title: '500 while signing out',
    at: signoutAt(),
    answers: { lookup: [{ status: 500, text: '' }] },
  },
]

function success(): Answer {
  return { json: { projectId: '12345', authorizedDomains: ['localhost'] } }
}
