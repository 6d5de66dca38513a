import type { Figure } from '../report/figures.ts'
import type { Table } from '../report/outcome.ts'
import { inShort } from '../report/table.ts'
import type { PageFigures } from './page-figures.ts'
import { caches } from './rounds.ts'
import type { Cache, Conditions } from './rounds.ts'
import type { Subject } from './subjects.ts'

const titles: Record<Conditions['name'], string> = {
  slow: 'slow 4G and a CPU four times slower',
  unthrottled: 'unthrottled',
}

export function signInTable(
  figures: PageFigures,
  subjects: readonly Subject[],
  conditions: Conditions['name'],
  cache: Cache,
): Table {
  return {
    title: `To the sign-in button, ${titles[conditions]}, ${cache}`,
    head: [
      'page',
      'first paint, ms',
      'button, ms',
      'provider request, ms',
      'KB',
      'of it script',
      'requests',
      'third parties',
      'long tasks, ms',
      'layout shift',
      'heap, MB',
    ],
    rows: subjects.map(({ name, title }) => {
      const of = figures.signIn(name, conditions, cache)
      return [
        title,
        ranged(of.firstPaint),
        ranged(of.button),
        ranged(of.provider),
        kilobytes(of.bytes),
        kilobytes(of.scriptBytes),
        String(of.requests.median),
        String(of.thirdParties.length),
        ranged(of.longTaskMs),
        of.layoutShift.median.toFixed(3),
        (of.heapBytes.median / 1e6).toFixed(1),
      ]
    }),
  }
}

export function returningTable(figures: PageFigures, subjects: readonly Subject[]): Table {
  return {
    title: `Returning user, to the final redirect, ${titles.slow}`,
    head: ['page', 'cold, ms', 'warm, ms', 'round trips, cold', 'warm', 'chain, cold'],
    rows: subjects.map(({ name, title }) => {
      const [cold, warm] = caches.map((cache) => figures.returning(name, cache))
      if (!cold || !warm) throw new Error('Each page is visited cold and warm.')
      return [
        title,
        ranged(cold.redirect),
        ranged(warm.redirect),
        String(cold.chain.roundTrips),
        String(warm.chain.roundTrips),
        cold.chain.steps.join(' → '),
      ]
    }),
  }
}

/** The median, with minimum and maximum of the rounds. */
function ranged({ median, min, max }: Figure): string {
  return `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`
}

function kilobytes({ median }: Figure): string {
  return inShort(median / 1000)
}
