import type { ProviderUser } from './provider-user.ts'

/**
 * Remembers which account belongs to a provider's user, so that the email address need not be verified each
 * time. The account may have changed since: compare it with the provider's user before you use it.
 */
export interface ProviderLinks {
  find(user: ProviderUser, tenantId: string | null): Promise<string | null>
  /** Replaces an earlier link, because the account of the earlier link may have been deleted. */
  remember(user: ProviderUser, tenantId: string | null, uid: string): Promise<void>
  /** Deletes a link that no longer matches the account. */
  forget(user: ProviderUser, tenantId: string | null): Promise<void>
}

/** For a function without a database: the email address must be verified each time. */
export const noProviderLinks: ProviderLinks = {
  find: async () => null,
  remember: async () => {},
  forget: async () => {},
}
