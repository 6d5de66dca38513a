import { expect, it } from 'vitest'
import { isNewVisit } from './is-new-visit.ts'

it.each<[string, boolean]>([
  ['navigate', true],
  ['reload', false],
  ['back_forward', false],
])('a page load of the type %s is a visit of its own: %s', (type, expected) => {
  const entry = { type } as unknown as PerformanceEntry
  expect(isNewVisit({ getEntriesByType: () => [entry] })).toBe(expected)
})

it('a browser that tells no type tells of no visit', () => {
  expect(isNewVisit({ getEntriesByType: () => [] })).toBe(false)
})
