import { parseEmailAddress } from '@foyer/contract/email-address'
import { signInLinkPayloadSchema } from '@foyer/contract/sign-in-link'
import * as v from 'valibot'
import { bytesOfBase64url } from '../browser/base64url.ts'
import { CodedError } from '../errors/coded-error.ts'

/** The unverified content of a link. Only our server can verify it. */
export interface LinkPayload {
  id: string
  uid: string
  tenantId: string | null
  email: string
  /** Not set for a link that signs in. */
  use?: 'password' | 'first-password'
}

/** @throws CodedError `sign-in-link-expired`, which our server also returns for an invalid link */
export function readLink(link: string): LinkPayload {
  const parsed = v.safeParse(signInLinkPayloadSchema, payloadOf(link))
  if (!parsed.success) throw new CodedError('sign-in-link-expired')
  const { jti: id, sub: uid, tid, email, use } = parsed.output
  // The address is shown before our server has verified it. An attacker could show any text on our page, so it must be
  // an email address.
  if (parseEmailAddress(email) === null) throw new CodedError('sign-in-link-expired')
  return { id, uid, tenantId: tid ?? null, email, ...(use && { use }) }
}

/** The payload of a token, which is not verified. Null if it is none. */
export function payloadOf(token: string): unknown {
  const [, payload = ''] = token.split('.')
  return jsonIn(payload)
}

function jsonIn(payload: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytesOfBase64url(payload)))
  } catch {
    return null
  }
}
