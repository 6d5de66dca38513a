import { expect, it } from 'vitest'
import { verdictOf, anyLibraryMessage } from './verdict.ts'
import { unseenAlterations } from './self-check.ts'
import type { DeclaredDifference } from './scenario.ts'
import type { Trace } from './trace.ts'

const refused: Trace = {
  events: ['started start', 'handler handleError error 0', 'settled start with error 0'],
  requests: [{ method: 'POST', address: 'there', headers: {}, body: '{}', isNavigation: false }],
  errors: [{ code: 'unavailable', message: 'Theirs.', httpErrorCode: 503, retry: true }],
  storage: { list: '[]' },
  history: { address: 'here', added: 0 },
}
const reworded: Trace = { ...refused, errors: [{ ...error(), message: 'Ours.' }] }
const message = { at: 'errors.0.message', theirs: anyLibraryMessage, ours: 'Ours.' }

function error() {
  return { code: 'unavailable', message: 'Theirs.', httpErrorCode: 503, retry: true }
}

function verdict(differs: DeclaredDifference | undefined, ours: Trace) {
  const scenario = { title: 'a scenario', at: { query: '' }, ...(differs && { differs }) }
  return verdictOf(scenario, refused, ours).kind
}

it('equal traces are identical', () => {
  expect(verdict(undefined, structuredClone(refused))).toBe('identical')
})

it('an undeclared difference is a failure', () => {
  expect(verdict(undefined, reworded)).toBe('different')
})

it('a declared difference is accepted', () => {
  expect(verdict({ because: 'we say it better', exactly: [message] }, reworded)).toBe('deliberate')
  expect(verdict({ because: 'we say it better', ours: reworded }, reworded)).toBe('deliberate')
})

it.each<[string, Trace]>([
  ['another difference beside it', { ...reworded, storage: {} }],
  ['another value in its place', { ...refused, errors: [{ ...error(), message: 'Oops.' }] }],
  ['no difference at all', structuredClone(refused)],
])('a declaration does not cover %s', (_what, ours) => {
  expect(verdict({ because: 'we say it better', exactly: [message] }, ours)).toBe('different')
  expect(verdict({ because: 'we say it better', ours: reworded }, ours)).toBe('different')
})

it('the comparison detects every change of a trace', () => {
  expect(unseenAlterations(refused)).toEqual([])
})
