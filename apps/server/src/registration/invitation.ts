import { isSameEmail } from '@foyer/contract/email-address'
import { cleanText, type RegistrationRequest } from '@foyer/contract/registration'
import { isTenantId } from '@foyer/iap-sign-in/tenant-id'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { ownKeyName } from '../store/store-settings.ts'
import { ServerError } from '../errors/server-error.ts'

export interface Invitation {
  company: string
  email: string
  tenantId: string | null
}

/** The keys of all issuers of invitations, by the `kid` of the token. */
export interface InvitationKeys {
  own: Buffer
  partners: ReadonlyMap<string, Buffer>
}

const shortText = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max))

const payloadSchema = v.object({
  jti: v.pipe(v.string(), v.regex(/^[!-~]{1,128}$/)),
  company: shortText(200),
  email: shortText(254),
  tid: v.optional(v.pipe(v.string(), v.check(isTenantId))),
})

const allowedHeaderNames = new Set(['alg', 'kid', 'typ'])

export interface NewInvitation extends Invitation {
  id: string
  expiresAt: Date
  language: 'tr' | 'en' | null
}

export function signInvitation(
  { id, company, email, tenantId, expiresAt, language }: NewInvitation,
  key: Buffer,
): Promise<string> {
  return new SignJWT({
    company,
    email,
    ...(tenantId !== null && { tid: tenantId }),
    ...(language !== null && { lang: language }),
  })
    .setProtectedHeader({ alg: 'HS256', kid: ownKeyName, typ: 'JWT' })
    .setJti(id)
    .setExpirationTime(expiresAt)
    .sign(key)
}

/** The id has the issuer as a prefix, so that no partner can use up the invitations of another. */
export async function verifyInvitation(
  token: string,
  keys: InvitationKeys,
): Promise<Invitation & { id: string }> {
  const inviter = inviterOf(token)
  const key = inviter === ownKeyName ? keys.own : keys.partners.get(inviter)
  if (key === undefined) throw new ServerError('registration-refused')
  const { payload } = await jwtVerify(token, key, {
    algorithms: ['HS256'],
    requiredClaims: ['exp', 'jti'],
    clockTolerance: 30,
  }).catch((cause: unknown) => {
    const isLate = cause instanceof errors.JWTExpired
    throw new ServerError(isLate ? 'registration-link-expired' : 'registration-refused', { cause })
  })
  const parsed = v.safeParse(payloadSchema, payload)
  if (!parsed.success) throw new ServerError('registration-refused')
  const { jti, company, email, tid } = parsed.output
  return { id: `${inviter}:${jti}`, company, email, tenantId: tid ?? null }
}

/**
 * An invitation is for one person of one company, so the submitted email address and company must be the
 * invited ones.
 */
export function matchesInvitation(
  { company, email }: Invitation,
  entered: Pick<RegistrationRequest, 'company' | 'email'>,
): boolean {
  return cleanText(company) === entered.company && isSameEmail(email, entered.email)
}

function inviterOf(token: string): string {
  try {
    const header = decodeProtectedHeader(token)
    // A header with its own keys or extensions is refused, even though the verifier ignores it.
    if (
      Object.keys(header).every((name) => allowedHeaderNames.has(name)) &&
      header.kid !== undefined
    )
      return header.kid
  } catch {
    // Text that is no token is refused in the same way as a forged token.
  }
  throw new ServerError('registration-refused')
}
