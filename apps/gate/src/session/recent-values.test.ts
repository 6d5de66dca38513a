import { expect, it } from 'vitest'
import { createRecentValues } from './recent-values.ts'

it('the cache keeps the last values up to the length limit of their keys, and at most twice as many', () => {
  const values = createRecentValues<number>(3)
  for (let key = 1; key <= 9; key += 1) values.set(String(key), key)
  const known = Array.from({ length: 9 }, (_, index) => values.get(String(index + 1)))
  expect(known.slice(6)).toEqual([7, 8, 9])
  expect(known.filter((value) => value !== undefined).length).toBeLessThanOrEqual(6)
})

it('the cache keeps fewer values if their keys are longer', () => {
  const values = createRecentValues<number>(1000)
  const keyOf = (index: number) => `${index}`.padEnd(300, 'x')
  for (let index = 1; index <= 100; index += 1) values.set(keyOf(index), index)
  const known = Array.from({ length: 100 }, (_, index) => values.get(keyOf(index + 1)))
  expect(known.filter((value) => value !== undefined).length).toBeLessThanOrEqual(6)
  expect(known.at(-1)).toBe(100)
})

it('the cache keeps a value that is used again and again', () => {
  const values = createRecentValues<number>(10)
  values.set('kept', 1)
  for (let key = 1; key <= 100; key += 1) {
    values.set(String(key), key)
    expect(values.get('kept')).toBe(1)
  }
})
