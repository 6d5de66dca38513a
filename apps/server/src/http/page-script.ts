import type { IncomingHttpHeaders } from 'node:http'
import { isAheadOfTime } from '@foyer/contract/request-purpose'
import { ServerError } from '../errors/server-error.ts'

/**
 * Refuses what a browser says is no call by a script: navigations, frames, images, prefetches. Routes
 * that change something on GET, as the specification has them, are for the page's script alone.
 */
export function checkIsScript(headers: IncomingHttpHeaders): void {
  const { 'sec-fetch-dest': destination = 'empty', 'sec-fetch-mode': mode } = headers
  const isScript = destination === 'empty' && mode !== 'navigate'
  if (!isScript || isAheadOfTime(headers)) throw new ServerError('permission-denied')
}
