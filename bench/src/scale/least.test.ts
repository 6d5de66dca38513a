import { expect, it } from 'vitest'
import { leastOfEach, withEach } from './least.ts'

it('the sizes are measured in turn, and the least of each counts', async () => {
  const order: string[] = []
  const costs = new Map([
    ['small', [3, 1, 2]],
    ['large', [9, 8, 7]],
  ])
  const least = await leastOfEach(['small', 'large'], 3, async (size) => {
    order.push(size)
    return costs.get(size)?.shift() ?? NaN
  })
  expect(least).toEqual([1, 7])
  expect(order).toEqual(['small', 'large', 'small', 'large', 'small', 'large'])
})

it('what was started is closed, also if the next does not start', async () => {
  const closed: number[] = []
  const start = async (size: number) => {
    if (size === 3) throw new Error('no port')
    return { close: async () => void closed.push(size) }
  }
  await expect(withEach([1, 2, 3], start, async () => {})).rejects.toThrow('no port')
  expect(closed).toEqual([1, 2])
})
