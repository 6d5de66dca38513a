import { cleanText } from '@foyer/contract/registration'
import type { Registration } from '@foyer/contract/registration'
import { bytesOfBase64url } from '../browser/base64url.ts'

/** What the fragment of a registration link brings; a fragment reaches no server and no referrer. */
export interface RegistrationLink {
  /** A token of the operator's or a partner's. */
  invitation: string | null
  /** The token of a mail that proves an address. */
  confirmation: string | null
  /** What the form may begin with. */
  suggested: Partial<Registration>
  /** Whom the invitation is for; the form cannot change it. */
  invited: Partial<Registration>
}

/**
 * @param hash with its `#`
 * @returns null when it is no registration link
 */
export function readRegistrationLink(hash: string): RegistrationLink | null {
  // No value of ours holds a space, and the plus of an address is to stay one (FM-03).
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

/** Unproven, and good for a prefilled form alone: the server checks what it gets. */
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
