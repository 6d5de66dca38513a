import { emailLinkPayloadSchema } from '@foyer/contract/email-link'
import { parseEmailAddress } from '@foyer/contract/email-address'
import type { LinkOrigin } from '@foyer/contract/email-link'
import * as v from 'valibot'
import { CodedError } from '../errors/coded-error.ts'
import { payloadOf } from '../sign-in/read-link.ts'

/** The unverified content of a link of the method `emailLink`. Only our server can verify it. */
interface EmailLinkPayload {
  id: string
  tenantId: string | null
  email: string
  origin: LinkOrigin
}

/** Whether an opened link is of the method `emailLink`. */
export function isEmailLink(link: string): boolean {
  return v.is(v.object({ use: v.literal('email-link') }), payloadOf(link))
}

/** @throws CodedError `sign-in-link-expired`, which our server also returns for an invalid link */
export function readEmailLink(link: string): EmailLinkPayload {
  const parsed = v.safeParse(emailLinkPayloadSchema, payloadOf(link))
  // It is shown before our server has verified it, and an attacker could show any text on our page.
  if (!parsed.success || parseEmailAddress(parsed.output.email) === null) {
    throw new CodedError('sign-in-link-expired')
  }
  const { jti: id, tid, email, origin } = parsed.output
  return { id, tenantId: tid ?? null, email, origin }
}
