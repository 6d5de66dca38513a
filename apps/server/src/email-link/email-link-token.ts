import { emailLinkPayloadSchema, type LinkOrigin } from '@foyer/contract/email-link'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { linkMinutes } from '../email-code/email-codes.ts'
import { ServerError } from '../errors/server-error.ts'

/** A link proves that its holder can read the mailbox of this email address. */
export interface EmailLink {
  id: string
  tenantId: string | null
  email: string
  origin: LinkOrigin
}

export function signEmailLink(
  { id, tenantId, email, origin }: EmailLink,
  key: Buffer,
): Promise<string> {
  const content = { use: 'email-link', email, origin, ...(tenantId !== null && { tid: tenantId }) }
  return new SignJWT(content)
    .setProtectedHeader({ alg: 'HS256' })
    .setJti(id)
    .setExpirationTime(`${linkMinutes}m`)
    .sign(key)
}

/** @param clockTolerance how many seconds after its end the link is still accepted */
export async function verifyEmailLink(
  token: string,
  key: Buffer,
  clockTolerance = 0,
): Promise<EmailLink> {
  const rules = { algorithms: ['HS256'], clockTolerance }
  const { payload } = await jwtVerify(token, key, rules).catch((cause: unknown) => {
    throw new ServerError('sign-in-link-expired', { cause })
  })
  const parsed = v.safeParse(emailLinkPayloadSchema, payload)
  if (!parsed.success) throw new ServerError('sign-in-link-expired')
  const { jti: id, tid, email, origin } = parsed.output
  return { id, tenantId: tid ?? null, email, origin }
}
