import { refuse } from '../errors/sign-in-error.ts'

const maxRedirectUri = 2_048
const maxReturnUrl = 65_536
const maxHost = 253
const maxLabel = 63

// A redirect URL has no fragment, so `#` is missing from the characters that RFC 3986 allows.
const urlForm = /^https?:\/\/([^/?]+)(\/[^?]*)?/i
const urlCharacters = /^[\w:/?[\]@!$&'()*+,;=.~%-]+$/
const malformedEscape = /%(?![\da-f]{2})/i
const escapedControl = /%(?:[01][\da-f]|7f)/i
const escapedSlash = /%(?:2f|5c)/i
const label = /^[a-z\d][a-z\d_-]*$/
const port = /^\d{1,5}$/

/**
 * The URL of the redirect server, or a refusal (D4). A text that the URL parser would change is refused, because
 * another parser may read it as another URL. Lengths are checked first, and each pattern takes linear time.
 */
export function parseRedirectUri(text: string): URL {
  if (text.length > maxRedirectUri || !urlCharacters.test(text)) throw refuse('invalid-url')
  const [, authority = '', path = ''] = urlForm.exec(text) ?? []
  const [host = '', ...ports] = authority.toLowerCase().split(':')
  const url = parseUrl(text)
  const isPlain =
    url !== null &&
    isHost(host) &&
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
 * A URL from the redirect server, to which the page navigates. Null if that is not safe. The path and query belong to
 * the application and may be anything, but the origin must be plain.
 */
export function parseReturnUrl(text: unknown): URL | null {
  if (typeof text !== 'string' || text.length > maxReturnUrl) return null
  if (!/^https?:\/\/[^/\\?#]/i.test(text)) return null
  // The parser drops tabs and line breaks anywhere in a URL.
  if (/[\t\n\r]/.test(text)) return null
  const url = parseUrl(text)
  return url && !url.username && !url.password && isEncrypted(url) ? url : null
}

/** For a URL with HTTP or HTTPS. HTTP is only for `localhost`: elsewhere, the ID token would be sent unencrypted. */
function isEncrypted(url: URL): boolean {
  return url.protocol === 'https:' || url.hostname === 'localhost'
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
