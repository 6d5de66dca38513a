import { readCookieHeader, type Cookie } from '@foyer/contract/header-text'
import type { RequestHead } from './request-head.ts'

/** The cookies in the order sent, with duplicates. */
export function readCookies(request: RequestHead): Cookie[] {
  return readCookieHeader(request.headers.cookie)
}

/** The `Cookie` header for the application, or `undefined` if no cookie is left. */
export function withoutCookies(
  header: string | undefined,
  isGateCookie: (name: string) => boolean,
): string | undefined {
  const kept = readCookieHeader(header).filter(({ name }) => !isGateCookie(name))
  return kept.length > 0 ? kept.map(({ pair }) => pair).join('; ') : undefined
}

/**
 * The gate's cookies. `__Host-` keeps sibling domains from setting them, but needs https. On http://localhost, cookies
 * are shared by all ports, so the names there have the port instead.
 */
export interface GateCookies {
  sessionName: string
  noncePrefix: string
  isGateCookie: (name: string) => boolean
  /** A `Set-Cookie` line. Without `maxAgeSeconds`, the cookie lasts until the browser is closed. */
  set(name: string, value: string, maxAgeSeconds?: number): string
  remove(name: string): string
}

export function createGateCookies(publicUrl: URL): GateCookies {
  const isSecure = publicUrl.protocol === 'https:'
  const prefix = isSecure ? '__Host-foyer-' : `foyer-${publicUrl.port || 80}-`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const set: GateCookies['set'] = (name, value, maxAgeSeconds) =>
    `${name}=${value}; ${attributes}${maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`}`
  const sessionName = `${prefix}session`
  const noncePrefix = `${prefix}nonce-`
  return {
    sessionName,
    noncePrefix,
    isGateCookie: (name) => name === sessionName || name.startsWith(noncePrefix),
    set,
    remove: (name) => set(name, '', 0),
  }
}
