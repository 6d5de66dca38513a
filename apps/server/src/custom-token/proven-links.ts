import type { ProvenPerson } from './proven-person.ts'

/**
 * Which account a person of a provider was proven to own, so that an email address need not prove it again. The
 * account may have changed since: compare it with the person before you rely on it.
 */
export interface ProvenLinks {
  find(person: ProvenPerson, tenantId: string | null): Promise<string | null>
  /** The latest proof stands: the account of an earlier one may be gone. */
  remember(person: ProvenPerson, tenantId: string | null, uid: string): Promise<void>
  /** For a proof that no longer fits the account. */
  forget(person: ProvenPerson, tenantId: string | null): Promise<void>
}

/** For a function that is deployed without a database: each time the email address has to prove it. */
export const noProvenLinks: ProvenLinks = {
  find: async () => null,
  remember: async () => {},
  forget: async () => {},
}
