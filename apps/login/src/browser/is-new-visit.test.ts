import { expect, it } from 'vitest'
import { isNewVisit } from './is-new-visit.ts'

it.each<[string, boolean]>([
  ['navigate', true],
  ['reload', false],
  ['back_forward', false],
])('a page load of the type %s is a new visit: %s', (type, expected) => {
  const entry = { type } as unknown as PerformanceEntry
  expect(isNewVisit({ getEntriesByType: () => [entry] })).toBe(expected)
})

it('a page load without a type is not a new visit', () => {
  expect(isNewVisit({ getEntriesByType: () => [] })).toBe(false)
})
