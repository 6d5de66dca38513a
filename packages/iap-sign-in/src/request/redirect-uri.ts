import { refuse } from '../errors/sign-in-error.ts'

const maxRedirectUri = 2_048
const maxReturnAddress = 65_536
const maxHost = 253
const maxLabel = 63

// The characters a URL may hold (RFC 3986), the fragment's '#' left out: a redirect URL has none.
const address = /^https?:\/\/([^/?]+)(\/[^?]*)?(?:\?.*)?$/i
const addressCharacters = /^[\w:/?[\]@!$&'()*+,;=.~%-]+$/
const malformedEscape = /%(?![\da-f]{2})/i
const escapedControl = /%(?:[01][\da-f]|7f)/i
const escapedSlash = /%(?:2f|5c)/i
const label = /^[a-z\d][a-z\d_-]*$/
const port = /^\d{1,5}$/

/**
 * The URL of the redirect server, or a refusal (D4).
 * What the URL parser would rewrite is refused: whoever wrote it meant to fool one of two readers.
 * Each pattern is linear; lengths are checked first.
 */
export function parseRedirectUri(text: string): URL {
  if (text.length > maxRedirectUri || !addressCharacters.test(text)) throw refuse('invalid-url')
  const [, authority = '', path = ''] = address.exec(text) ?? []
  const [host = '', ...ports] = authority.toLowerCase().split(':')
  const url = parseUrl(text)
  const isPlain =
    url !== null &&
    isHost(host) &&
    ports.length <= 1 &&
    ports.every((text) => port.test(text)) &&
    url.hostname === host &&
    url.pathname === (path || '/') &&
    !malformedEscape.test(text) &&
    !escapedControl.test(text) &&
    !escapedSlash.test(path)
  if (!isPlain || !isEncrypted(url)) throw refuse('invalid-url')
  return url
}

/**
 * A URL that the redirect server gave us to go to, or null when it is not safe to go there.
 * Any path and query will do, the application knows them; the origin must be plain.
 */
export function parseReturnAddress(text: unknown): URL | null {
  if (typeof text !== 'string' || text.length > maxReturnAddress) return null
  if (!/^https?:\/\/[^/\\?#]/i.test(text)) return null
  // The parser drops tabs and line ends wherever they stand.
  if (/[\t\n\r]/.test(text)) return null
  const url = parseUrl(text)
  return url && !url.username && !url.password && isEncrypted(url) ? url : null
}

/** Http is for one's own machine only: elsewhere the ID token would travel in clear. */
function isEncrypted(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost')
}

function isHost(host: string): boolean {
  return (
    host.length <= maxHost &&
    host.split('.').every((text) => text.length <= maxLabel && label.test(text))
  )
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
