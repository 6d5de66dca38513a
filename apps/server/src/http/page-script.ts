import type { IncomingHttpHeaders } from 'node:http'
import { isPrefetch } from '@foyer/contract/request-purpose'
import { ServerError } from '../errors/server-error.ts'

/**
 * Refuses requests that are not made by a script: navigations, frames, images and prefetches. The
 * specification has GET routes that change something, and only the page's script may call them.
 */
export function checkIsScript(headers: IncomingHttpHeaders): void {
  const { 'sec-fetch-dest': destination = 'empty', 'sec-fetch-mode': mode } = headers
  const isScript = destination === 'empty' && mode !== 'navigate'
  if (!isScript || isPrefetch(headers)) throw new ServerError('permission-denied')
}
