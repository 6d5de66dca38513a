import { createHash } from 'node:crypto'
import { withLease, type HoldLease } from '../store/lease.ts'
import type { Database } from '../store/tables.ts'
import { IdentityError } from './identity-error.ts'
import type { Account, IdentityPlatform } from './identity-platform.ts'

type Claims = Account['claims']

/** @param change gets the claims as they are then */
export type ChangeClaims = (
  account: Pick<Account, 'uid' | 'tenantId'>,
  change: (claims: Claims) => Claims | Promise<Claims>,
) => Promise<void>

interface ChangeClaimsDeps {
  database: Database
  identity: Pick<IdentityPlatform, 'accountByUid' | 'setClaims'>
}

/**
 * Changes some claims of an account. The service sets all claims at once, so two changes at the same time would undo each other:
 * one at a time runs for each account.
 */
export function createChangeClaims({ database, identity }: ChangeClaimsDeps): ChangeClaims {
  return ({ uid, tenantId }, change) => {
    const work = async (hold: HoldLease) => {
      const account = await identity.accountByUid(uid, tenantId)
      if (account === null) throw new IdentityError('account-missing')
      const changed = await change(account.claims)
      await hold()
      await identity.setClaims(uid, tenantId, changed)
    }
    const subject = createHash('sha256')
      .update(JSON.stringify([tenantId, uid]))
      .digest('hex')
    return withLease(database, `claims ${subject}`, work)
  }
}
