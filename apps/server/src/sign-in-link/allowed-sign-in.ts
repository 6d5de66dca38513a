import { isSameEmail } from '@foyer/contract/email-address'
import type { Account } from '../identity/identity-platform.ts'

/** How the owner of a mailbox may sign in to the account with that email address. */
export type AllowedSignIn =
  | { kind: 'link' }
  /** With a provider or a phone number. A link would bypass the checks of that method. */
  | { kind: 'method'; providerId: string }
  /** There is no such account, or access to the mailbox is not enough to sign in. */
  | { kind: 'none' }

/** Checked when a link is sent and again when it is used, because the account may change in between. */
export function allowedSignIn(account: Account | null, email: string): AllowedSignIn {
  if (account === null || account.disabled || !isSameEmail(account.email ?? '', email))
    return { kind: 'none' }
  // A password does not count as a provider, because a link to the same mailbox could reset it.
  const provider = account.providers.find(({ id }) => id !== 'password')
  if (provider !== undefined) return { kind: 'method', providerId: provider.id }
  // If the email address was never verified, a stranger may have created the account and may still be signed
  // in. And a custom token would bypass a second factor.
  return account.emailVerified && !account.hasSecondFactor ? { kind: 'link' } : { kind: 'none' }
}
