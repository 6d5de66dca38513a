import { acceptedNames } from '@foyer/contract/header-text'
import { isPrefetch } from '@foyer/contract/request-purpose'
import type { RequestHead } from './request-head.ts'

export function acceptsHtml(request: RequestHead): boolean {
  return acceptedNames(request.headers.accept).includes('text/html')
}

/** Whether a request is a navigation, which shows a page, and not a script's call. */
export function isNavigation(request: RequestHead): boolean {
  const mode = request.headers['sec-fetch-mode']
  if (isPrefetch(request.headers)) return false
  if (request.headers['x-requested-with']?.toString().toLowerCase() === 'xmlhttprequest')
    return false
  if (mode !== undefined && mode !== 'navigate') return false
  return acceptsHtml(request)
}

/**
 * Whether a request is a navigation, of a window or a frame, that may be redirected to the sign-in page and back
 * without losing anything.
 */
export function isPageRequest(request: RequestHead): boolean {
  const { 'sec-fetch-dest': destination = 'document' } = request.headers
  const isShown = ['document', 'iframe', 'frame'].includes(destination)
  const isSafeMethod = request.method === 'GET' || request.method === 'HEAD'
  return isSafeMethod && isShown && isNavigation(request)
}

/**
 * Whether a request is a navigation of the whole window, such as a click on a link. Any site can make a browser send
 * other requests, with cookies, without the user noticing. So requests that change something for the user must be of
 * this kind.
 */
export function isWindowNavigation(request: RequestHead): boolean {
  const { 'sec-fetch-dest': destination = 'document' } = request.headers
  return request.method === 'GET' && destination === 'document' && isNavigation(request)
}

/** Whether a request has a body, however it is framed. */
export function hasBody(request: RequestHead): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = request.headers
  return encoding !== undefined || Number(length) > 0
}
