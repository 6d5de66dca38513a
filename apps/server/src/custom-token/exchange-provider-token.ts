import { ServerError } from '../errors/server-error.ts'
import type { Account, AccountProvider, IdentityPlatform } from '../identity/identity-platform.ts'
import { personOfGoogleToken } from './google-person.ts'
import { personOfMicrosoftToken } from './microsoft-person.ts'
import type { ProvenLinks } from './proven-links.ts'
import type { ProvenPerson } from './proven-person.ts'
import type { ProviderSettings } from './provider-settings.ts'

interface ExchangeDeps {
  identity: IdentityPlatform
  links: ProvenLinks
}

export interface Exchanged {
  customToken: string
  uid: string
}

/**
 * Returns a custom token for the account that already has the email address of a provider's access token, so
 * that the page can link the two (C10). A client with that custom token is signed in as the account. So two
 * things must be verified: that the bearer of the access token owns the email address, and that the owner of
 * the account does.
 */
export async function exchangeProviderToken(
  token: string,
  tenantId: string | null,
  providers: ProviderSettings,
  { identity, links }: ExchangeDeps,
): Promise<Exchanged> {
  const person = token.startsWith('ya29.')
    ? await personOfGoogleToken(token, providers.google)
    : await personOfMicrosoftToken(token, providers.microsoft)

  const account =
    (await linkedAccount(person, tenantId, { identity, links })) ??
    (await accountOfAddress(person, tenantId, identity))
  // Pre-hijacking: a stranger may have created the account with somebody else's email address, and wait until
  // the owner links a provider to it.
  if (!account.emailVerified) throw new ServerError('account-unproven')
  if (account.disabled) throw new ServerError('user-disabled')
  // A custom token would bypass the second factor. The original sign-in method asks for it.
  if (account.hasSecondFactor) throw new ServerError('address-unproven')

  await links.remember(person, tenantId, account.uid)
  return { customToken: await identity.customTokenFor(account.uid, tenantId), uid: account.uid }
}

/**
 * The account may have changed since the link was stored: the provider may have been removed from it, or
 * replaced by that of another user. So the link is used only if the account still has this provider user.
 */
async function linkedAccount(
  person: ProvenPerson,
  tenantId: string | null,
  { identity, links }: ExchangeDeps,
): Promise<Account | null> {
  const uid = await links.find(person, tenantId)
  if (uid === null) return null
  const account = await identity.accountByUid(uid, tenantId)
  if (account?.providers.some((provider) => isOf(person, provider)) === true) return account
  await links.forget(person, tenantId)
  return null
}

/** Microsoft's ids are GUIDs, which may be in upper or lower case. */
function isOf({ providerId, subject }: ProvenPerson, provider: AccountProvider): boolean {
  return provider.id === providerId && provider.subject.toLowerCase() === subject.toLowerCase()
}

async function accountOfAddress(
  person: ProvenPerson,
  tenantId: string | null,
  identity: IdentityPlatform,
): Promise<Account> {
  if (person.addresses.length === 0) throw new ServerError('address-unproven')
  for (const address of person.addresses) {
    const account = await identity.accountByEmail(address, tenantId)
    if (account !== null) return account
  }
  throw new ServerError('account-missing')
}
