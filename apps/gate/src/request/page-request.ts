import type { IncomingMessage } from 'node:http'
import { acceptedNames } from '@foyer/contract/header-text'
import { isAheadOfTime } from '@foyer/contract/request-purpose'

export function acceptsHtml(req: IncomingMessage): boolean {
  return acceptedNames(req.headers.accept).includes('text/html')
}

/** A navigation, as opposed to a script's call: something that can show a page. */
export function isNavigation(req: IncomingMessage): boolean {
  const mode = req.headers['sec-fetch-mode']
  if (isAheadOfTime(req.headers)) return false
  if (req.headers['x-requested-with']?.toString().toLowerCase() === 'xmlhttprequest') return false
  if (mode !== undefined && mode !== 'navigate') return false
  return acceptsHtml(req)
}

/** A navigation that may be sent to the login page and back, losing nothing: of a window or a frame. */
export function isPageRequest(req: IncomingMessage): boolean {
  const { 'sec-fetch-dest': destination = 'document' } = req.headers
  const isShown = ['document', 'iframe', 'frame'].includes(destination)
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  return isRead && isShown && isNavigation(req)
}

/**
 * A navigation of the whole window, as a press on a link makes one. Any page can make a browser send
 * other requests, cookies included, without its user seeing anything: what changes something for
 * the user asks for this.
 */
export function isWindowNavigation(req: IncomingMessage): boolean {
  const { 'sec-fetch-dest': destination = 'document' } = req.headers
  return req.method === 'GET' && destination === 'document' && isNavigation(req)
}

/** Whether a body comes along, however it is framed. */
export function hasBody(req: IncomingMessage): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = req.headers
  return encoding !== undefined || Number(length) > 0
}
