/**
 * A URL is accepted only in the spelling that the URL parser writes. The parser would repair backslashes, tabs, dot
 * segments, missing slashes, other scripts and numeric hosts, and another parser might repair them differently. One
 * comparison refuses them all, so that every parser reads a setting alike.
 */
function parseCanonical(text: string): URL | null {
  const url = parseUrl(text)
  if (url === null) return null
  const isCanonical = url.href === text || (url.pathname === '/' && url.href === `${text}/`)
  const hidesSegments = /%(?:2e|2f|5c|00|0a|0d)/i.test(text)
  // The parser accepts `;`, `'` and `*` in a host. In a content security policy, they would end a directive.
  const isPlainHost = /^[a-z0-9.-]+$/.test(url.hostname)
  const hasUserInfo = url.username !== '' || url.password !== ''
  return isCanonical && isPlainHost && !hidesSegments && !hasUserInfo ? url : null
}

/** `URL.canParse` is missing in the oldest browsers that the page supports. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

// The top-level label starts with a letter, so that an IP address does not count as a name.
const domainName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** How an error message describes what `isPublicHost` accepts. */
export const publicHost =
  'the full name of a public host (no IP address, no name under .internal, .local or .localhost)'

/**
 * Whether a host is a registered name: no IP address, not `localhost`, and no name that only a private network
 * resolves.
 */
export function isPublicHost(host: string): boolean {
  return domainName.test(host) && !/\.(?:localhost|local|internal)$/.test(host)
}

/** Whether a URL is `https`, or `http` on `localhost`. */
export function isWebUrl(text: string): boolean {
  const url = parseCanonical(text)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === 'localhost')
}

export function isHttpsUrl(text: string): boolean {
  return parseCanonical(text)?.protocol === 'https:'
}

/** Whether a URL is `https` on a public host, without a query and a fragment. */
export function isPublicEndpoint(text: string): boolean {
  const url = parseCanonical(text)
  return url?.protocol === 'https:' && isPublicHost(url.hostname) && !/[?#]/.test(text)
}

/** Whether a text is a path on the page's own origin, without a query and a fragment. */
export function isOwnPath(text: string): boolean {
  // `//host` becomes `https://own.example//host`. That is canonical, but a browser would navigate to another origin.
  return (
    text.startsWith('/') && !text.startsWith('//') && isPublicEndpoint(`https://own.example${text}`)
  )
}

export function isLocalOrigin(text: string): boolean {
  const url = parseCanonical(text)
  return url?.protocol === 'http:' && url.hostname === 'localhost' && url.origin === text
}
