import * as v from 'valibot'

export const numberSetting = (low: number, high: number, usual: string) =>
  v.pipe(
    v.optional(v.string(), usual),
    v.regex(/^\d{1,9}$/, `must be a whole number from ${low} to ${high}`),
    v.transform(Number),
    v.minValue(low, `must be at least ${low}`),
    v.maxValue(high, `must be at most ${high}`),
  )
