import { expect, it } from 'vitest'
import { createRecentValues } from './recent-values.ts'

it('knows the last values, and no more than twice as many', () => {
  const values = createRecentValues<number>(3)
  for (let key = 1; key <= 9; key += 1) values.set(String(key), key)
  const known = Array.from({ length: 9 }, (_, index) => values.get(String(index + 1)))
  expect(known.slice(6)).toEqual([7, 8, 9])
  expect(known.filter((value) => value !== undefined).length).toBeLessThanOrEqual(6)
})

it('keeps what is asked for again and again, whatever comes and goes', () => {
  const values = createRecentValues<number>(3)
  values.set('kept', 1)
  for (let key = 1; key <= 100; key += 1) {
    values.set(String(key), key)
    expect(values.get('kept')).toBe(1)
  }
})
