import { growthOf, type GrowthClass, type Point } from './growth.ts'

/** The cost of one unit of work at each size. */
export interface Series {
  what: string
  by: string
  unit: string
  points: readonly Point[]
}

/** The cost at the largest size, divided by that at the smallest. */
export function ratioOf({ points }: Series): number {
  return (points.at(-1)?.cost ?? NaN) / (points[0]?.cost ?? NaN)
}

export function classOf({ points }: Series): GrowthClass {
  return growthOf(points)
}
