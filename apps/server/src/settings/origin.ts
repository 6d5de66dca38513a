/** How an error message describes the spelling that `isOrigin` accepts. */
export const originSpelling =
  'in lower case, with xn-- for other scripts, and with no slash at its end'

/** Accepts an `https` origin, or an `http` origin of `localhost`, spelled exactly as browsers send it. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')
  // The URL parser accepts `;`, `'` and `*` in a host, which would break the page's content security policy.
  return origin === text && isSecure && /^[a-z0-9.-]+$/.test(hostname)
}

/**
 * Accepts an origin, or a pattern for all hosts under a domain of at least two labels:
 * `https://*.corp.example`.
 */
export function isOriginPattern(text: string): boolean {
  const parent = /^https:\/\/\*\.([^.]+\..+)$/.exec(text)?.[1]
  return isOrigin(parent === undefined ? text : `https://${parent}`)
}
