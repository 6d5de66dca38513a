import { expect, it } from 'vitest'
import { slopeOf } from './memory.ts'

it.each([
  [[5, 5, 5], 0],
  [[1, 2, 3, 4], 1],
  [[10, 8, 6], -2],
  [[100, 90, 110, 100], 2],
  [[7], 0],
])('the values %j have a slope of %d per step', (values, step) => {
  expect(slopeOf(values)).toBeCloseTo(step)
})
