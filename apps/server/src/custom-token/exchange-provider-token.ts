import { ServerError } from '../errors/server-error.ts'
import type { Account, AccountProvider, IdentityPlatform } from '../identity/identity-platform.ts'
import { userOfGoogleToken } from './google-user.ts'
import { userOfMicrosoftToken } from './microsoft-user.ts'
import type { ProviderLinks } from './provider-links.ts'
import type { ProviderUser } from './provider-user.ts'
import type { ProviderSettings } from './provider-settings.ts'

export interface ExchangeDeps {
  identity: IdentityPlatform
  links: ProviderLinks
  /** Whether a tenant lets its users sign in with this provider. */
  offers: (providerId: ProviderUser['providerId'], tenantId: string | null) => boolean
}

export interface Exchanged {
  customToken: string
  uid: string
}

/**
 * Returns a custom token for the account that already has the email address of a provider's access token, so
 * that the page can link the two (C10). A client with that custom token is signed in as the account. So two
 * things must be verified: that the bearer of the access token owns the email address, and that the owner of
 * the account does. And the company must accept that provider: a person who left it may still have an account there with its
 * email address.
 */
export async function exchangeProviderToken(
  token: string,
  tenantId: string | null,
  providers: ProviderSettings,
  { identity, links, offers }: ExchangeDeps,
): Promise<Exchanged> {
  const providerId = token.startsWith('ya29.') ? 'google.com' : 'microsoft.com'
  if (!offers(providerId, tenantId)) throw new ServerError('address-unproven')
  const user =
    providerId === 'google.com'
      ? await userOfGoogleToken(token, providers.google)
      : await userOfMicrosoftToken(token, providers.microsoft)

  const account =
    (await linkedAccount(user, tenantId, { identity, links })) ??
    (await accountWithEmail(user, tenantId, identity))
  // Pre-hijacking: a stranger may have created the account with somebody else's email address, and wait until
  // the owner links a provider to it.
  if (!account.emailVerified) throw new ServerError('account-unproven')
  if (account.disabled) throw new ServerError('user-disabled')
  // A custom token would bypass the second factor. The original sign-in method asks for it.
  if (account.hasSecondFactor) throw new ServerError('address-unproven')

  await links.remember(user, tenantId, account.uid)
  return { customToken: await identity.customTokenFor(account.uid, tenantId), uid: account.uid }
}

/**
 * The account may have changed since the link was stored: the provider may have been removed from it, or
 * replaced by that of another user. So the link is used only if the account still has this provider user.
 */
async function linkedAccount(
  user: ProviderUser,
  tenantId: string | null,
  { identity, links }: Pick<ExchangeDeps, 'identity' | 'links'>,
): Promise<Account | null> {
  const uid = await links.find(user, tenantId)
  if (uid === null) return null
  const account = await identity.accountByUid(uid, tenantId)
  if (account?.providers.some((provider) => isOf(user, provider)) === true) return account
  await links.forget(user, tenantId)
  return null
}

/** Microsoft's ids are GUIDs, which may be in upper or lower case. */
function isOf({ providerId, subject }: ProviderUser, provider: AccountProvider): boolean {
  return provider.id === providerId && provider.subject.toLowerCase() === subject.toLowerCase()
}

async function accountWithEmail(
  user: ProviderUser,
  tenantId: string | null,
  identity: IdentityPlatform,
): Promise<Account> {
  if (user.emails.length === 0) throw new ServerError('address-unproven')
  for (const email of user.emails) {
    const account = await identity.accountByEmail(email, tenantId)
    if (account !== null) return account
  }
  throw new ServerError('account-missing')
}
