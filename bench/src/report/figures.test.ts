import { describe, expect, it } from 'vitest'
import { figureOf } from './figures.ts'

describe('a figure', () => {
  it.each([
    [[5], { median: 5, min: 5, max: 5 }],
    [[30, 10, 20], { median: 20, min: 10, max: 30 }],
    [[4, 1, 3, 2], { median: 2.5, min: 1, max: 4 }],
    [[100, 9, 10], { median: 10, min: 9, max: 100 }],
  ])('the figure of %o is %o', (values, figure) => {
    expect(figureOf(values)).toEqual(figure)
  })

  it('a figure without values is an error', () => {
    expect(() => figureOf([])).toThrow('Nothing was measured')
  })
})
