import type { IncomingMessage } from 'node:http'

/** Name and value pairs, in the order sent, duplicates kept. */
export function readCookies(req: IncomingMessage): [name: string, value: string][] {
  return splitCookies(req.headers.cookie).map((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? ['', pair] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  })
}

/** The header as the application may see it, or `undefined` when nothing is left. */
export function withoutCookies(
  header: string | undefined,
  isOurs: (name: string) => boolean,
): string | undefined {
  const kept = splitCookies(header).filter((pair) => !isOurs(pair.split('=', 1)[0]?.trim() ?? ''))
  return kept.length > 0 ? kept.join('; ') : undefined
}

function splitCookies(header: string | undefined): string[] {
  return (
    header
      ?.split(';')
      .map((pair) => pair.trim())
      .filter(Boolean) ?? []
  )
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
