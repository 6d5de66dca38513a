/** The parts of an ID token that say how to verify it. Nothing here is proven. */
export interface UnverifiedIdToken {
  tenantId: string | null
}

const ownHeader = new Set(['alg', 'kid', 'typ'])

/**
 * Null for what cannot be an ID token of ours. A header that names keys of its own (`jwk`, `jku`, `x5u`)
 * or extensions (`crit`) is refused even though the verifier would ignore it.
 */
export function parseIdToken(idToken: string): UnverifiedIdToken | null {
  if (idToken.length > 8192 || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(idToken)) return null
  const [header = null, payload = null] = idToken.split('.').slice(0, 2).map(parseSegment)
  if (header === null || payload === null) return null
  if (!Object.keys(header).every((name) => ownHeader.has(name))) return null

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
