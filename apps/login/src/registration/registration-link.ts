import { cleanText } from '@foyer/contract/registration'
import type { Registration } from '@foyer/contract/registration'

/** What the fragment of a registration link brings; a fragment reaches no server and no referrer. */
export interface RegistrationLink {
  invitation: string | null
  confirmation: string | null
  /** What the form begins with. An invitation is for its own address and company alone. */
  known: Partial<Registration>
}

/** @param hash with its `#` */
export function readRegistrationLink(hash: string): RegistrationLink {
  const parameters = new URLSearchParams(hash.slice(1))
  const invitation = parameters.get('invitation')
  const email = parameters.get('email')
  return {
    invitation,
    confirmation: parameters.get('confirmation'),
    known: {
      ...(email !== null && { email: cleanText(email) }),
      ...(invitation !== null && claimsOf(invitation)),
    },
  }
}

/** Unproven, and good for a prefilled form alone: the server checks what it gets. */
function claimsOf(token: string): Partial<Registration> {
  const [, payload = ''] = token.split('.')
  try {
    const bytes = Uint8Array.from(
      atob(payload.replaceAll('-', '+').replaceAll('_', '/')),
      (character) => character.codePointAt(0) ?? 0,
    )
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
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
