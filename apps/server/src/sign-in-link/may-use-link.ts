import { isSameEmail } from '@foyer/contract/email-address'
import type { Account } from '../identity/identity-platform.ts'

/** How the owner of a mailbox signs in to the account that has its email address. */
export type WayToSignIn =
  | { kind: 'link' }
  /** By a provider or by phone: a link would evade what the method checks. */
  | { kind: 'method'; providerId: string }
  /** There is no such account, or none that its mailbox opens. */
  | { kind: 'none' }

/** Asked when a link is sent, and again when it is used: the account may have changed in between. */
export function wayToSignIn(account: Account | null, email: string): WayToSignIn {
  if (account === null || account.disabled || !isSameEmail(account.email ?? '', email))
    return { kind: 'none' }
  // A password is no provider: a link to the same mailbox could reset it.
  const provider = account.providers.find(({ id }) => id !== 'password')
  if (provider !== undefined) return { kind: 'method', providerId: provider.id }
  // An email address that was never proven may have been entered by a stranger, who is signed in already.
  // A custom token would not ask for the second factor.
  return account.emailVerified && !account.hasSecondFactor ? { kind: 'link' } : { kind: 'none' }
}
