import { isGuestSignInName, parseEmailAddress } from '@foyer/contract/email-address'
import type { Guest } from './guest-account-used.ts'

/**
 * The guest with this sign-in name, or null. Microsoft names `can@acme.example`, a guest in `globex.onmicrosoft.com`,
 * `can_acme.example#EXT#@globex.onmicrosoft.com`.
 */
export function guestIn(email: string | null | undefined): Guest | null {
  const [, name = '', directory] = /^(.*)#EXT#@(.+)$/i.exec(email ?? '') ?? []
  if (directory === undefined) return null
  const at = name.lastIndexOf('_')
  const address = at < 0 ? null : parseEmailAddress(`${name.slice(0, at)}@${name.slice(at + 1)}`)
  return { directory, address }
}

/** The email address for display. Null for a guest, and if there is none. */
export function mailboxIn(email: string | null): string | null {
  return email !== null && isGuestSignInName(email) ? null : email
}
