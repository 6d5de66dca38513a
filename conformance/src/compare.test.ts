import { expect, it } from 'vitest'
import { compare } from './compare.ts'
import type { Trace } from './trace.ts'

const lookup =
  'fetch GET https://www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig'

const recorded: Trace = {
  events: ['handler getAuth', 'started start', 'handler showProgressBar', lookup, 'navigate there'],
  requests: [
    { method: 'GET', address: 'there', headers: { cookie: 'a' }, body: '', isNavigation: true },
  ],
  errors: [],
  storage: {},
  history: { address: 'here', added: 0 },
}

it('the comparison finds no difference between equal traces', () => {
  expect(compare(recorded, structuredClone(recorded))).toEqual([])
})

it('the comparison accepts a project lookup that comes earlier, but not later', () => {
  const earlier = ['handler getAuth', lookup, 'started start', 'handler showProgressBar']
  const later = ['handler getAuth', 'started start', 'handler showProgressBar', 'navigate there']

  expect(compare(recorded, { ...recorded, events: [...earlier, 'navigate there'] })).toEqual([])
  expect(compare(recorded, { ...recorded, events: [...later, lookup] })).toEqual([
    { at: `place of ${lookup}`, theirs: 3, ours: 4 },
  ])
})

it('the comparison lists what only one side does, and where', () => {
  const events = ['handler getAuth', 'started start', lookup, 'handler hideProgressBar']

  expect(compare(recorded, { ...recorded, events: [...events, 'navigate there'] })).toEqual([
    { at: 'events.2', theirs: 'handler showProgressBar' },
    { at: 'events.2', ours: 'handler hideProgressBar' },
  ])
})

it('the comparison names the value that differs', () => {
  const ours = structuredClone(recorded)
  ours.errors.push({ code: 'unknown', message: 'no', httpErrorCode: 500, retry: true })
  ours.storage['list'] = '[]'

  expect(compare(recorded, ours)).toEqual([
    { at: 'errors.0', ours: { code: 'unknown', message: 'no', httpErrorCode: 500, retry: true } },
    { at: 'storage.list', ours: '[]' },
  ])
})
