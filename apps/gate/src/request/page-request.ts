import type { IncomingMessage } from 'node:http'
import { acceptedNames } from '@foyer/contract/header-text'

export function acceptsHtml(req: IncomingMessage): boolean {
  return acceptedNames(req.headers.accept).includes('text/html')
}

/** A navigation, as opposed to a script's call: something that can show a page. */
export function isNavigation(req: IncomingMessage): boolean {
  const mode = req.headers['sec-fetch-mode']
  if (req.headers['x-requested-with']?.toString().toLowerCase() === 'xmlhttprequest') return false
  if (mode !== undefined && mode !== 'navigate') return false
  return acceptsHtml(req)
}

/** A navigation that may be sent to the login page and back, losing nothing. */
export function isPageRequest(req: IncomingMessage): boolean {
  return (req.method === 'GET' || req.method === 'HEAD') && isNavigation(req)
}

/** Whether a body comes along, however it is framed. */
export function hasBody(req: IncomingMessage): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = req.headers
  return encoding !== undefined || Number(length) > 0
}
