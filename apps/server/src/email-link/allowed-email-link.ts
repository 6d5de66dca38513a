import type { Config } from '@foyer/contract/config'
import { isSameEmail } from '@foyer/contract/email-address'
import type { Account } from '../identity/identity-platform.ts'
import type { AllowedSignIn } from '../sign-in-link/allowed-sign-in.ts'
import { tenantOfNewUsers } from '../tenants/served-tenants.ts'

/** What is asked of the account with an email address. */
interface Place {
  email: string
  tenantId: string | null
  config: Pick<Config, 'selfRegistration' | 'tenants'>
}

/**
 * Whether the owner of a mailbox may sign in with a link. Identity Platform asks for the second factor itself, and creates
 * the account of a new user, which may happen only where registration creates accounts: not in the tenant of any company.
 */
export function allowedEmailLink(
  account: Account | null,
  { email, tenantId, config }: Place,
): AllowedSignIn {
  if (account === null) {
    const isOpen = config.selfRegistration === true && tenantOfNewUsers(config.tenants) === tenantId
    return { kind: isOpen ? 'link' : 'none' }
  }
  if (account.disabled || !isSameEmail(account.email ?? '', email)) return { kind: 'none' }
  // A link would bypass the checks of the provider. Identity Platform calls both a link and a password `password`.
  const provider = account.providers.find(({ id }) => id !== 'password')
  if (provider !== undefined) return { kind: 'method', providerId: provider.id }
  // A stranger may have created the account, and may still be signed in.
  return { kind: account.emailVerified ? 'link' : 'none' }
}
