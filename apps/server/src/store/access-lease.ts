import { pseudonymOf, type DerivedKeys } from '../keys/derived-keys.ts'
import { withLease, type HoldLease } from './lease.ts'
import type { Database } from './tables.ts'

interface Access {
  tenantId: string | null
  /** Its id, or another text that stands for it. */
  account: string
  /** Milliseconds. */
  maxWait: number
}

/**
 * Longer than most calls take, because a call that is under way when the lease ends has its effect later. A worker comes back
 * to it.
 */
const times = { lease: 15_000, pollEvery: 300 }

/**
 * Does work that changes how users sign in to an account. One at a time: otherwise one could enable the account while another
 * takes it back, or set a password that was allowed before.
 */
export function withAccess<T>(
  database: Database,
  { tenantId, account, maxWait }: Access,
  keys: Pick<DerivedKeys, 'pseudonym'>,
  work: (hold: HoldLease) => Promise<T>,
): Promise<T> {
  // The version before this one has this name for it.
  const key = `refusal ${pseudonymOf(`${tenantId ?? ''} ${account}`, keys)}`
  return withLease(database, key, work, { ...times, maxWait })
}
