import { cleanText } from '@foyer/contract/registration'
import type { Registration } from '@foyer/contract/registration'
import { bytesOfBase64url } from '../browser/base64url.ts'

/** What the fragment of a registration link brings; a fragment reaches no server and no referrer. */
export interface RegistrationLink {
  /** A token of the operator's or a partner's. */
  invitation: string | null
  /** The token of an email, which proves that the user reads its address. */
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
  // URLSearchParams reads a plus as a space. None of these values holds a space, and an email address may
  // hold a plus (FM-03).
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

/** Not verified, so good for a prefilled form only: the server checks what it gets. */
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
