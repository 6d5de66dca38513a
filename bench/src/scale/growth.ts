/** One size, such as the number of tenants, and what a unit of work costs then. */
export interface Point {
  size: number
  cost: number
}

const models = [
  { name: 'O(log n)', of: (size: number) => Math.log2(size + 1) },
  { name: 'O(n)', of: (size: number) => size },
  { name: 'O(n log n)', of: (size: number) => size * Math.log2(size + 1) },
  { name: 'O(n²)', of: (size: number) => size * size },
] as const

export type GrowthClass = 'O(1)' | (typeof models)[number]['name']

/** Costs that differ by less are the same on a machine with other work. */
const noise = 1.25

/**
 * The growth class whose curve `a + b · f(size)` fits best, with `b` not negative. The squares of the relative errors
 * are compared, so that the small sizes count as much as the large ones.
 */
export function growthOf(points: readonly Point[]): GrowthClass {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) throw new Error('Nothing was measured.')
  if (last.cost <= first.cost * noise) return 'O(1)'
  const errors = models.map(({ name, of }) => ({ name, error: errorOf(points, of) }))
  return errors.reduce((best, each) => (each.error < best.error ? each : best)).name
}

/** Weighted least squares, with the weight 1 / cost². */
function errorOf(points: readonly Point[], of: (size: number) => number): number {
  const sums = { w: 0, x: 0, y: 0, xx: 0, xy: 0 }
  for (const { size, cost } of points) {
    const [w, x] = [1 / cost ** 2, of(size)]
    sums.w += w
    sums.x += w * x
    sums.y += w * cost
    sums.xx += w * x * x
    sums.xy += w * x * cost
  }
  const divisor = sums.w * sums.xx - sums.x ** 2
  const slope = divisor === 0 ? 0 : Math.max(0, (sums.w * sums.xy - sums.x * sums.y) / divisor)
  const base = (sums.y - slope * sums.x) / sums.w
  return points.reduce(
    (error, { size, cost }) => error + ((base + slope * of(size)) / cost - 1) ** 2,
    0,
  )
}
