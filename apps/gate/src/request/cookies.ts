import { readCookieHeader, type Cookie } from '@foyer/contract/header-text'
import type { RequestHead } from './request-head.ts'

/** The cookies in the order sent, with duplicates. */
export function readCookies(request: RequestHead): Cookie[] {
  return readCookieHeader(request.headers.cookie)
}

/** The `Cookie` header for the application, or `undefined` if no cookie is left. */
export function withoutCookies(
  header: string | undefined,
  isOurs: (name: string) => boolean,
): string | undefined {
  const kept = readCookieHeader(header).filter(({ name }) => !isOurs(name))
  return kept.length > 0 ? kept.map(({ pair }) => pair).join('; ') : undefined
}

/**
 * The gate's cookies. `__Host-` keeps sibling domains from setting them, but needs https. On http://localhost, cookies
 * are shared by all ports, so the names there have the port instead.
 */
export interface CookieJar {
  sessionName: string
  noncePrefix: string
  isOurs: (name: string) => boolean
  /** A `Set-Cookie` line. Without an age, the cookie lasts until the browser is closed. */
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
