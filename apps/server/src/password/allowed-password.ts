import { isSameEmail } from '@foyer/contract/email-address'
import type { Account } from '../identity/identity-platform.ts'

/** What the owner of a mailbox may do about the password of the account with that email address. */
export type AllowedPassword =
  | { kind: 'link' }
  /** The account signs in with a provider or a phone number. A password would bypass the checks of that method. */
  | { kind: 'method'; providerId: string }
  /** There is no such account, or access to the mailbox is not enough. */
  | { kind: 'none' }

/** Checked when a link is sent and again when it is used, because the account may change in between. */
export function allowedPassword(account: Account | null, email: string): AllowedPassword {
  if (account === null || account.disabled || !isSameEmail(account.email ?? '', email))
    return { kind: 'none' }
  const others = account.providers.filter(({ id }) => id !== 'password')
  const hasPassword = account.providers.length > others.length
  if (!hasPassword && others[0] !== undefined) return { kind: 'method', providerId: others[0].id }
  // If the email address was never verified, a stranger may have created the account. Then a new password locks the
  // stranger out, unless there is another way to sign in to it.
  const isOnlyPassword = hasPassword && others.length === 0
  return account.emailVerified || isOnlyPassword ? { kind: 'link' } : { kind: 'none' }
}
