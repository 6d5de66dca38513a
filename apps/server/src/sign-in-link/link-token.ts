import { signInLinkPayloadSchema } from '@foyer/contract/sign-in-link'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'

/** How long a link is valid, from the attempt to send it. */
const linkMinutes = 15

/** A link proves that its holder can read the mailbox of this email address of this account. */
export interface SignInLink {
  id: string
  uid: string
  tenantId: string | null
  email: string
  /** Not set for a link that signs in. Links for different uses have different keys. */
  use?: 'password' | 'first-password'
}

export interface UsedLink extends SignInLink {
  /** Seconds since the epoch. */
  issuedAt: number
  expiresAt: Date
}

export function signLink(
  { id, uid, tenantId, email, use }: SignInLink,
  key: Buffer,
): Promise<string> {
  return new SignJWT({ email, ...(tenantId !== null && { tid: tenantId }), ...(use && { use }) })
    .setProtectedHeader({ alg: 'HS256' })
    .setJti(id)
    .setSubject(uid)
    .setIssuedAt()
    .setExpirationTime(`${linkMinutes}m`)
    .sign(key)
}

export async function verifyLink(token: string, key: Buffer): Promise<UsedLink> {
  const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] }).catch(
    (cause: unknown) => {
      throw new ServerError('sign-in-link-expired', { cause })
    },
  )
  const parsed = v.safeParse(signInLinkPayloadSchema, payload)
  if (!parsed.success) throw new ServerError('sign-in-link-expired')
  const { jti: id, sub: uid, email, tid, use, iat, exp } = parsed.output
  return {
    id,
    uid,
    tenantId: tid ?? null,
    email,
    ...(use && { use }),
    issuedAt: iat ?? 0,
    expiresAt: new Date(exp * 1000),
  }
}
