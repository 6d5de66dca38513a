import { chainTo } from './chain.ts'
import type { Chain } from './chain.ts'
import { figureOf } from '../report/figures.ts'
import type { Figure } from '../report/figures.ts'
import type { Cache, Measured, Conditions } from './rounds.ts'
import type { SubjectName } from './subjects.ts'
import type { ReturningVisit, SignInVisit } from './visit.ts'

const measures = [
  'firstPaint',
  'button',
  'provider',
  'bytes',
  'scriptBytes',
  'requests',
  'longTaskMs',
  'layoutShift',
  'heapBytes',
] as const satisfies readonly (keyof SignInVisit)[]

export type SignInFigures = Readonly<Record<(typeof measures)[number], Figure>> & {
  readonly thirdParties: readonly string[]
}

export interface ReturningFigures {
  readonly redirect: Figure
  /** From the round with the median time. */
  readonly chain: Chain
}

/** The results of all rounds, by page, conditions and cache. */
export interface PageFigures {
  signIn(subject: SubjectName, conditions: Conditions['name'], cache: Cache): SignInFigures
  returning(subject: SubjectName, cache: Cache): ReturningFigures
}

export function pageFigures(
  signIns: readonly Measured<SignInVisit>[],
  returns: readonly Measured<ReturningVisit>[],
): PageFigures {
  return {
    signIn(subject, conditions, cache) {
      const visits = signIns
        .filter((one) => one.subject === subject && one.cache === cache)
        .filter((one) => one.conditions === conditions)
        .map(({ visit }) => visit)
      const figures = measures.map((measure) => [
        measure,
        figureOf(visits.map((visit) => visit[measure])),
      ])
      return {
        ...(Object.fromEntries(figures) as Record<(typeof measures)[number], Figure>),
        thirdParties: [...new Set(visits.flatMap(({ thirdParties }) => thirdParties))].sort(),
      }
    },

    returning(subject, cache) {
      const visits = returns
        .filter((one) => one.subject === subject && one.cache === cache)
        .map(({ visit }) => visit)
        .sort((one, other) => one.redirect.sentAt - other.redirect.sentAt)
      const middle = visits[Math.floor((visits.length - 1) / 2)]
      if (!middle) throw new Error(`${subject} was not visited again.`)
      return {
        redirect: figureOf(visits.map(({ redirect }) => redirect.sentAt)),
        chain: chainTo(middle.redirect, middle.exchanges),
      }
    },
  }
}
