import type { Config } from '@foyer/contract/config'
import { isTenantId } from '@foyer/iap-sign-in/tenant-id'
import { bytesOfBase64url } from '../browser/base64url.ts'
import { CodedError } from '../errors/coded-error.ts'

const audience =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
const lifetimeSeconds = 3600
/** How much the clock of the user's device may be off. */
const skewSeconds = 300
const longest = 8192
const knownHeaders = new Set(['alg', 'typ', 'kid'])

/** The unverified claims of a custom token. Only the identity service can verify them. */
export interface CustomToken {
  uid: string
  tenantId: string | null
}

/**
 * Reads a token from a URL. Before anything is sent, it refuses tokens that the identity service would or should
 * refuse.
 *
 * @param now seconds since the epoch
 * @throws CodedError `custom-token-expired` or `custom-token-invalid`. Neither contains the token.
 */
export function readCustomToken(token: string, config: Config, now: number): CustomToken {
  const { header, claims } = partsOf(token, config)
  const { iat, exp, uid, tenant_id: tenantId } = claims
  const isOurs =
    isPlainHeader(header, config) &&
    claims['aud'] === audience &&
    claims['iss'] === claims['sub'] &&
    isIssuer(claims['iss'], config) &&
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    exp > iat &&
    exp - iat <= lifetimeSeconds &&
    iat <= now + skewSeconds &&
    typeof uid === 'string' &&
    uid.length > 0 &&
    uid.length <= 128 &&
    isTenantClaim(tenantId)
  if (!isOurs) throw new CodedError('custom-token-invalid')
  if (exp + skewSeconds < now) throw new CodedError('custom-token-expired')
  return { uid, tenantId: tenantId ?? null }
}

type Json = Record<string, unknown>

function partsOf(token: string, { emulatorUrl }: Config): { header: Json; claims: Json } {
  // The emulator does not sign tokens, so the last part is empty.
  const form = emulatorUrl === undefined ? /^[\w-]+\.[\w-]+\.[\w-]+$/ : /^[\w-]+\.[\w-]+\.[\w-]*$/
  if (token.length > longest || !form.test(token)) throw new CodedError('custom-token-invalid')
  const [header = '', claims = ''] = token.split('.')
  return { header: jsonIn(header), claims: jsonIn(claims) }
}

function jsonIn(part: string): Json {
  try {
    const json: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(bytesOfBase64url(part)),
    )
    if (json instanceof Object && !Array.isArray(json)) return json as Json
  } catch {
    // An invalid token is refused below.
  }
  throw new CodedError('custom-token-invalid')
}

/**
 * Whether the header has only what our server writes. A token that brings its own key or extensions does not come from
 * our server.
 */
function isPlainHeader(header: Json, { emulatorUrl }: Config): boolean {
  const isSigned = header['alg'] === 'RS256'
  const isUnsigned = emulatorUrl !== undefined && header['alg'] === 'none'
  return (isSigned || isUnsigned) && Object.keys(header).every((name) => knownHeaders.has(name))
}

/** Whether the issuer is a service account of the project, or one that Google names after the project number. */
function isIssuer(issuer: unknown, { emulatorUrl, projectId }: Config): boolean {
  if (typeof issuer !== 'string') return false
  if (emulatorUrl !== undefined) return true
  const [, host = ''] = /^[\w.-]{1,64}@([a-z0-9.-]{1,128})$/.exec(issuer) ?? []
  if (host === 'developer.gserviceaccount.com') return true
  if (projectId === undefined)
    return (
      /^[a-z0-9-]+\.iam\.gserviceaccount\.com$/.test(host) || host === 'appspot.gserviceaccount.com'
    )
  return (
    host === `${projectId}.iam.gserviceaccount.com` ||
    issuer === `${projectId}@appspot.gserviceaccount.com`
  )
}

function isTenantClaim(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && isTenantId(value))
}
