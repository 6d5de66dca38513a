import { cleanText } from '@foyer/contract/registration'
import type { Registration } from '@foyer/contract/registration'
import { bytesOfBase64url } from '../browser/base64url.ts'

/** The content of a registration link's fragment. A fragment is sent to no server and in no referrer. */
export interface RegistrationLink {
  /** A token that the operator or a partner issued. */
  invitation: string | null
  /** The token from an email. It proves that the user reads that email address. */
  confirmation: string | null
  /** The initial values of the form. */
  suggested: Partial<Registration>
  /** The values from the invitation, which the form cannot change. */
  invited: Partial<Registration>
}

/**
 * @param hash with its `#`
 * @returns null if it is not a registration link
 */
export function readRegistrationLink(hash: string): RegistrationLink | null {
  // URLSearchParams parses a plus as a space. None of these values has a space, and an email address may have a plus
  // (FM-03).
  const parameters = new URLSearchParams(hash.slice(1).replaceAll('+', '%2B'))
  const invitation = parameters.get('invitation')
  const confirmation = parameters.get('confirmation')
  const email = parameters.get('email')
  if (invitation === null && confirmation === null && email === null) return null
  return {
    invitation,
    confirmation,
    suggested: email === null ? {} : { email: cleanText(email) },
    invited: invitation === null ? {} : claimsOf(invitation),
  }
}

/** The claims are not verified, so they may only prefill the form. The server validates what it gets. */
function claimsOf(token: string): Partial<Registration> {
  const [, payload = ''] = token.split('.')
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytesOfBase64url(payload)))
    if (!(claims instanceof Object)) return {}
    return { ...textIn(claims, 'email'), ...textIn(claims, 'company') }
  } catch {
    return {}
  }
}

function textIn(claims: object, name: 'email' | 'company'): Partial<Registration> {
  const value: unknown = Reflect.get(claims, name)
  return typeof value === 'string' ? { [name]: cleanText(value) } : {}
}
