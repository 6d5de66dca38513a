import type { Options } from './options.ts'

/** A part of the bench: measures, and says what it found in the forms that are wanted of it. */
export type Measure = (options: Options) => Promise<Outcome>

export interface Outcome {
  /** Every figure, for `--json`. */
  readonly figures: unknown
  readonly tables: readonly Table[]
  /** Tables that only the console shows. */
  readonly details?: readonly Table[]
  readonly goals: readonly Goal[]
  /** Markdown for the document, above and below the tables: what was measured and how. */
  readonly introduction: string
  readonly explanation: string
  /** More files for the document, by their name under docs/. */
  readonly files?: Readonly<Record<string, string>>
}

export interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A promise about a figure or a ratio of two; `reached` may never be above `limit`. */
export interface Goal {
  readonly what: string
  readonly limit: number
  readonly reached: number
  /** What the numbers count, such as `× peer`, `ms`, `KB`. */
  readonly unit: string
}

export function isMet({ limit, reached }: Goal): boolean {
  return reached <= limit
}
