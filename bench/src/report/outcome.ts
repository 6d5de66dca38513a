import type { Options } from './options.ts'

/** A part of the bench: it measures, and returns its results in all formats. */
export type Measure = (options: Options) => Promise<Outcome>

export interface Outcome {
  /** All figures, for `--json`. */
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

/** A goal for a figure or for the ratio of two. `reached` must not exceed `limit`. */
export interface Goal {
  readonly what: string
  readonly limit: number
  readonly reached: number
  /** The unit of the numbers, such as `× peer`, `ms`, `KB`. */
  readonly unit: string
}

export function isMet({ limit, reached }: Goal): boolean {
  return reached <= limit
}
