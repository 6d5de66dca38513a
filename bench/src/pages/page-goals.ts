import type { Goal } from '../report/outcome.ts'
import type { PageFigures } from './page-figures.ts'

/** Foyer's goals as ratios of medians of one run; (a) and (c) are the pages with these letters. */
export function pageGoals(figures: PageFigures): Goal[] {
  const slow = (subject: 'google' | 'floor' | 'foyer') => ({
    cold: figures.signIn(subject, 'slow', 'cold'),
    warm: figures.signIn(subject, 'slow', 'warm'),
  })
  const [google, floor, foyer] = [slow('google'), slow('floor'), slow('foyer')]
  const unthrottled = (subject: 'google' | 'foyer') =>
    figures.signIn(subject, 'unthrottled', 'cold')
  const returning = (subject: 'google' | 'react' | 'foyer') =>
    figures.returning(subject, 'cold').redirect.median
  const script = foyer.cold.scriptBytes.median

  const ratio = (
    what: string,
    ours: number,
    theirs: number,
    limit: number,
    letter: string,
  ): Goal => ({
    what,
    limit,
    reached: ours / theirs,
    unit: `× (${letter})`,
  })
  const button = 'button visible and working, slow'
  return [
    ratio(`${button}, cold`, foyer.cold.button.median, google.cold.button.median, 0.25, 'a'),
    ratio(`${button}, cold`, foyer.cold.button.median, floor.cold.button.median, 1.2, 'c'),
    ratio(
      'first paint, slow, cold',
      foyer.cold.firstPaint.median,
      floor.cold.firstPaint.median,
      1.15,
      'c',
    ),
    ratio(`${button}, warm`, foyer.warm.button.median, google.warm.button.median, 0.36, 'a'),
    ratio(`${button}, warm`, foyer.warm.button.median, floor.warm.button.median, 1.2, 'c'),
    ratio(
      'button visible and working, unthrottled, cold',
      unthrottled('foyer').button.median,
      unthrottled('google').button.median,
      0.45,
      'a',
    ),
    ratio(
      'first possible click → provider request, slow, cold',
      foyer.cold.provider.median,
      google.cold.provider.median,
      0.27,
      'a',
    ),
    { what: 'script before the button works', limit: 92, reached: script / 1000, unit: 'KB' },
    ratio('script before the button works', script, google.cold.scriptBytes.median, 0.5, 'a'),
    ratio(
      'long-task time, slow, cold',
      foyer.cold.longTaskMs.median,
      google.cold.longTaskMs.median,
      0.15,
      'a',
    ),
    { what: 'layout shift, slow, cold', limit: 0, reached: foyer.cold.layoutShift.max, unit: '' },
    ratio(
      'returning user → final redirect, slow, cold',
      returning('foyer'),
      returning('google'),
      0.35,
      'a',
    ),
    ratio(
      'returning user → final redirect, slow, cold',
      returning('foyer'),
      returning('react'),
      0.5,
      'b',
    ),
    {
      what: 'third-party origins before a choice',
      limit: 1,
      reached: foyer.cold.thirdParties.length,
      unit: '',
    },
  ]
}
