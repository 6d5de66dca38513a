import { expect, it } from 'vitest'
import { growthOf } from './growth.ts'

const sizes = [1, 10, 100, 1000, 10_000]

it.each([
  ['O(1)', () => 5],
  ['O(log n)', (size: number) => 1 + Math.log2(size + 1)],
  ['O(n)', (size: number) => 2 + 0.01 * size],
  ['O(n log n)', (size: number) => 0.01 * size * Math.log2(size + 1)],
  ['O(n²)', (size: number) => 3 + size * size],
])('the growth class of %s is found', (name, costOf) => {
  expect(growthOf(sizes.map((size) => ({ size, cost: costOf(size) })))).toBe(name)
})

it('costs that differ by less than the noise do not grow', () => {
  const costs = [1, 1.1, 0.9, 1.2, 1.15]
  expect(growthOf(sizes.map((size, index) => ({ size, cost: costs[index] ?? NaN })))).toBe('O(1)')
})
