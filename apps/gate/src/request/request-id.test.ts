import { expect, it } from 'vitest'
import { requestIdOf, traceIdOf } from './request-id.ts'

const withId = (id: string | undefined) => ({
  headers: id === undefined ? {} : { 'x-request-id': id },
})

it.each([
  '2a8f9c1e-7d3b-4c5a-9e6f-1b2c3d4e5f60',
  'a'.repeat(64),
  '1-5759e988-bd862e3fe1be46a994272793',
  'host:1.2_3',
])('a request keeps the id that a proxy has given it: %s', (id) => {
  expect(requestIdOf(withId(id))).toBe(id)
})

it.each([
  ['none', undefined],
  ['an empty one', ''],
  ['one that is too long', 'a'.repeat(65)],
  ['two ids', 'a, b'],
  ['an email address', 'ayse@acme.example'],
  ['markup', '<script>'],
  ['a line break', 'a\r\nx: y'],
  ['a byte beyond ASCII', 'a\u00a0b'],
  ['a quote', 'a"b'],
])(
  'a request with %s as its id gets an id of its own, the same one each time it is asked for',
  (_what, id) => {
    const request = withId(id)
    const made = requestIdOf(request)
    expect(made).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/)
    expect(requestIdOf(request)).toBe(made)
    expect(requestIdOf(withId(id))).not.toBe(made)
  },
)

it('the id of a trace is read from a valid header only', () => {
  const id = '4bf92f3577b34da6a3ce929d0e0e4736'
  const read = (traceparent: string) => traceIdOf({ headers: { traceparent } })
  expect(read(`00-${id}-00f067aa0ba902b7-01`)).toBe(id)
  expect(read(`01-${id}-00f067aa0ba902b7-01-more`)).toBe(id)
  expect(read(`00-${id}-00f067aa0ba902b7-01-more`)).toBeUndefined()
  expect(read(`ff-${id}-00f067aa0ba902b7-01`)).toBeUndefined()
  expect(read(`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`)).toBeUndefined()
  expect(read(`00-${id}-${'0'.repeat(16)}-01`)).toBeUndefined()
  expect(read(`00-${id}`)).toBeUndefined()
  expect(read(`00-${id.toUpperCase()}-00f067aa0ba902b7-01`)).toBeUndefined()
  expect(traceIdOf({ headers: {} })).toBeUndefined()
})
