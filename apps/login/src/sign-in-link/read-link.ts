import { parseEmailAddress } from '@foyer/contract/email-address'
import { signInLinkPayloadSchema } from '@foyer/contract/sign-in-link'
import * as v from 'valibot'
import { bytesOfBase64url } from '../browser/base64url.ts'
import { CodedError } from '../errors/coded-error.ts'

/** What a link says of itself; only our server can say whether it is true. */
export interface LinkPayload {
  id: string
  uid: string
  tenantId: string | null
  email: string
}

/** @throws CodedError `sign-in-link-expired`, as the server does for what is no link */
export function readLink(link: string): LinkPayload {
  const [, payload = ''] = link.split('.')
  const parsed = v.safeParse(signInLinkPayloadSchema, jsonIn(payload))
  if (!parsed.success) throw new CodedError('sign-in-link-expired')
  const { jti: id, sub: uid, tid, email } = parsed.output
  // Shown before our server has seen it: no stranger's sentence may stand on our page.
  if (parseEmailAddress(email) === null) throw new CodedError('sign-in-link-expired')
  return { id, uid, tenantId: tid ?? null, email }
}

function jsonIn(payload: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytesOfBase64url(payload)))
  } catch {
    return null
  }
}
