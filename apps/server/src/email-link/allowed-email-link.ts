import { isSameEmail } from '@foyer/contract/email-address'
import type { Account } from '../identity/identity-platform.ts'
import type { AllowedSignIn } from '../sign-in-link/allowed-sign-in.ts'

/**
 * Whether the owner of a mailbox may sign in with a link. Identity Platform asks for the second factor itself, and creates
 * the account of a new user.
 *
 * @param isOpen whether anyone may register
 */
export function allowedEmailLink(
  account: Account | null,
  email: string,
  isOpen: boolean,
): AllowedSignIn {
  if (account === null) return { kind: isOpen ? 'link' : 'none' }
  if (account.disabled || !isSameEmail(account.email ?? '', email)) return { kind: 'none' }
  // A link would bypass the checks of the provider. Identity Platform calls both a link and a password `password`.
  const provider = account.providers.find(({ id }) => id !== 'password')
  if (provider !== undefined) return { kind: 'method', providerId: provider.id }
  // A stranger may have created the account, and may still be signed in.
  return { kind: account.emailVerified ? 'link' : 'none' }
}
