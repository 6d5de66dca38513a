import { readCookieHeader, type Cookie } from '@foyer/contract/header-text'
import type { RequestHead } from './request-head.ts'

/** In the order sent, duplicates kept. */
export function readCookies(request: RequestHead): Cookie[] {
  return readCookieHeader(request.headers.cookie)
}

/** The header as the application may see it, or `undefined` when nothing is left. */
export function withoutCookies(
  header: string | undefined,
  isOurs: (name: string) => boolean,
): string | undefined {
  const kept = readCookieHeader(header).filter(({ name }) => !isOurs(name))
  return kept.length > 0 ? kept.map(({ pair }) => pair).join('; ') : undefined
}

/**
 * The gate's cookies. `__Host-` keeps sibling domains from planting them. It needs https, so
 * http://localhost has plain names, with the port in them: cookies there are shared by all ports.
 */
export interface CookieJar {
  sessionName: string
  noncePrefix: string
  isOurs: (name: string) => boolean
  /** A `Set-Cookie` line. Without an age it lasts as long as the browser. */
  set(name: string, value: string, maxAgeSeconds?: number): string
  remove(name: string): string
}

export function createCookieJar(publicUrl: URL): CookieJar {
  const isSecure = publicUrl.protocol === 'https:'
  const prefix = isSecure ? '__Host-foyer-' : `foyer-${publicUrl.port || 80}-`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const set: CookieJar['set'] = (name, value, maxAgeSeconds) =>
    `${name}=${value}; ${attributes}${maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`}`
  const sessionName = `${prefix}session`
  const noncePrefix = `${prefix}nonce-`
  return {
    sessionName,
    noncePrefix,
    isOurs: (name) => name === sessionName || name.startsWith(noncePrefix),
    set,
    remove: (name) => set(name, '', 0),
  }
}
