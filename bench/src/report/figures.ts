/** One figure over all rounds. */
export interface Figure {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** @throws Error without values: a figure that was not measured is an error. */
export function figureOf(values: readonly number[]): Figure {
  const sorted = [...values].sort((one, other) => one - other)
  const [min, max] = [sorted[0], sorted.at(-1)]
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ]
  if (min === undefined || max === undefined || low === undefined || high === undefined) {
    throw new Error('Nothing was measured.')
  }
  return { median: (low + high) / 2, min, max }
}
