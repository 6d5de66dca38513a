import type { ProvenPerson } from './proven-person.ts'

/**
 * Remembers which account belongs to a provider's user, so that the email address need not be verified each
 * time. The account may have changed since: compare it with the provider's user before you use it.
 */
export interface ProvenLinks {
  find(person: ProvenPerson, tenantId: string | null): Promise<string | null>
  /** Replaces an earlier link, because the account of the earlier link may have been deleted. */
  remember(person: ProvenPerson, tenantId: string | null, uid: string): Promise<void>
  /** Deletes a link that no longer matches the account. */
  forget(person: ProvenPerson, tenantId: string | null): Promise<void>
}

/** For a function without a database: the email address must be verified each time. */
export const noProvenLinks: ProvenLinks = {
  find: async () => null,
  remember: async () => {},
  forget: async () => {},
}
