import type { IncomingHttpHeaders } from 'node:http'
import { RefusalError } from './errors.ts'

/** Today's name first; the others were used by Chrome and Safari, and by Firefox. */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/**
 * Refuses what a browser says is no call by a script: navigations, frames, images, prefetches. Routes
 * that change something on GET, as the specification has them, are for the page's script alone.
 */
export function checkIsScript(headers: IncomingHttpHeaders): void {
  const { 'sec-fetch-dest': destination = 'empty' } = headers
  const isAheadOfTime = purposeHeaders.some((name) => headers[name] !== undefined)
  if (destination !== 'empty' || isAheadOfTime) throw new RefusalError('permission-denied')
}

/** A page that is rendered ahead of a visit that may never come: its script runs. */
export function isPrerender(headers: IncomingHttpHeaders): boolean {
  return /prerender/.test(headers['sec-purpose']?.toString() ?? '')
}
