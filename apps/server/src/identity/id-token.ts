/** The part of an ID token that is needed to verify it. Nothing here is verified yet. */
export interface UnverifiedIdToken {
  tenantId: string | null
}

const allowedHeaderNames = new Set(['alg', 'kid', 'typ'])

/**
 * Returns null if it cannot be one of our ID tokens. A header with its own keys (`jwk`, `jku`, `x5u`) or
 * extensions (`crit`) is refused, even though the verifier would ignore it.
 */
export function parseIdToken(idToken: string): UnverifiedIdToken | null {
  if (idToken.length > 8192 || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(idToken)) return null
  const [header = null, payload = null] = idToken.split('.').slice(0, 2).map(parseSegment)
  if (header === null || payload === null) return null
  if (!Object.keys(header).every((name) => allowedHeaderNames.has(name))) return null

  const firebase = payload['firebase']
  if (!isRecord(firebase)) return null
  const tenantId = firebase['tenant'] ?? null
  return tenantId === null || typeof tenantId === 'string' ? { tenantId } : null
}

function parseSegment(segment: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(segment, 'base64url').toString())
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
