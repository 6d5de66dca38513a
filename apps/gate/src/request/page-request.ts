import { acceptedNames } from '@foyer/contract/header-text'
import { isAheadOfTime } from '@foyer/contract/request-purpose'
import type { RequestHead } from './request-head.ts'

export function acceptsHtml(request: RequestHead): boolean {
  return acceptedNames(request.headers.accept).includes('text/html')
}

/** A navigation, as opposed to a script's call: something that can show a page. */
export function isNavigation(request: RequestHead): boolean {
  const mode = request.headers['sec-fetch-mode']
  if (isAheadOfTime(request.headers)) return false
  if (request.headers['x-requested-with']?.toString().toLowerCase() === 'xmlhttprequest')
    return false
  if (mode !== undefined && mode !== 'navigate') return false
  return acceptsHtml(request)
}

/** A navigation that may be sent to the sign-in page and back, losing nothing: of a window or a frame. */
export function isPageRequest(request: RequestHead): boolean {
  const { 'sec-fetch-dest': destination = 'document' } = request.headers
  const isShown = ['document', 'iframe', 'frame'].includes(destination)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && isShown && isNavigation(request)
}

/**
 * A navigation of the whole window, as a click on a link makes one. Any page can make a browser send
 * other requests, cookies included, without its user seeing anything: what changes something for
 * the user asks for this.
 */
export function isWindowNavigation(request: RequestHead): boolean {
  const { 'sec-fetch-dest': destination = 'document' } = request.headers
  return request.method === 'GET' && destination === 'document' && isNavigation(request)
}

/** Whether a body comes along, however it is framed. */
export function hasBody(request: RequestHead): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = request.headers
  return encoding !== undefined || Number(length) > 0
}
