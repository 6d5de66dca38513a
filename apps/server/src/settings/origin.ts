/** `https` anywhere, `http` on `localhost` alone, exactly as a browser writes an origin. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')
  // The parser lets `;`, `'` and `*` stand in a host, which would end a directive of the page's policy.
  return origin === text && isSecure && /^[a-z0-9.-]+$/.test(hostname)
}

/** An origin, or all hosts under a domain of at least two labels: `https://*.corp.example`. */
export function isOriginPattern(text: string): boolean {
  const parent = /^https:\/\/\*\.([^.]+\..+)$/.exec(text)?.[1]
  return isOrigin(parent === undefined ? text : `https://${parent}`)
}
