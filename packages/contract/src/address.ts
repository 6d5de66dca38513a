/**
 * A URL is taken only in the spelling that the URL parser itself writes. Whatever the parser would
 * repair (backslashes, tabs, dot segments, missing slashes, other scripts, numeric hosts) is then refused
 * in one comparison, and two parsers can never read the same setting differently.
 */
function parseCanonical(text: string): URL | null {
  const url = parseUrl(text)
  if (url === null) return null
  const isCanonical = url.href === text || (url.pathname === '/' && url.href === `${text}/`)
  const hidesSegments = /%(?:2e|2f|5c|00|0a|0d)/i.test(text)
  // The parser lets `;`, `'` and `*` stand in a host, which would end a directive of a security policy.
  const isPlainHost = /^[a-z0-9.-]+$/.test(url.hostname)
  const hasUserInfo = url.username !== '' || url.password !== ''
  return isCanonical && isPlainHost && !hidesSegments && !hasUserInfo ? url : null
}

/** `URL.canParse` is newer than the oldest browsers that the page serves. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

// A top-level label that starts with a letter: no IP address in digits can pass as a name.
const domainName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** How a message names what `isPublicHost` takes. */
export const publicHost =
  'the full name of a public host (no IP address, no name under .internal, .local or .localhost)'

/** A registered name: never an IP address, `localhost` or a name that only a private network answers. */
export function isPublicHost(host: string): boolean {
  return domainName.test(host) && !/\.(?:localhost|local|internal)$/.test(host)
}

/** `https` to anywhere, `http` to `localhost` alone. */
export function isWebAddress(text: string): boolean {
  const url = parseCanonical(text)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === 'localhost')
}

export function isHttpsAddress(text: string): boolean {
  return parseCanonical(text)?.protocol === 'https:'
}

/** An `https` URL on a public host that carries neither query nor fragment. */
export function isPublicEndpoint(text: string): boolean {
  const url = parseCanonical(text)
  return url?.protocol === 'https:' && isPublicHost(url.hostname) && !/[?#]/.test(text)
}

/** A path on the page's own origin, without query or fragment. */
export function isOwnPath(text: string): boolean {
  // `//host` becomes `https://own.example//host`: canonical, yet a browser would leave the origin with it.
  return (
    text.startsWith('/') && !text.startsWith('//') && isPublicEndpoint(`https://own.example${text}`)
  )
}

export function isLocalOrigin(text: string): boolean {
  const url = parseCanonical(text)
  return url?.protocol === 'http:' && url.hostname === 'localhost' && url.origin === text
}
