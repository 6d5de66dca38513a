import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { tenantColumn, type Database } from '../store/tables.ts'
import { recordAudit } from '../audit/audit-trail.ts'
import type { Account } from '../identity/identity-platform.ts'
import { withLease } from '../store/lease.ts'
import type { WelcomeStore } from './welcome-store.ts'

export function createStoredWelcomes(database: Database): WelcomeStore {
  return {
    async spend(idToken, until) {
      const row = await database
        .insertInto('spent_tokens')
        .values({ token_hash: hashOfToken(idToken), expires_at: until })
        .onConflict((conflict) => conflict.doNothing())
        .returning('token_hash')
        .executeTakeFirst()
      return row !== undefined
    },

    async restore(idToken) {
      await database
        .deleteFrom('spent_tokens')
        .where('token_hash', '=', hashOfToken(idToken))
        .execute()
    },

    withLease: (account, work) => withLease(database, `welcome:${hash(keyOf(account))}`, work),

    async save(account) {
      const { uid, tenantId, email } = account
      const key = { tenant_id: tenantColumn(tenantId), uid }
      await database
        .insertInto('accounts')
        .values({ ...key, email })
        // The email address of the registration may belong to another user by now.
        .onConflict((conflict) => conflict.columns(['tenant_id', 'uid']).doUpdateSet({ email }))
        .execute()
      const row = await database
        .selectFrom('accounts')
        .selectAll()
        .where((where) => where.and(key))
        .executeTakeFirstOrThrow()
      return {
        uid,
        tenantId,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        company: row.company,
        isWelcomed: row.welcomed_at !== null,
      }
    },

    async recordWelcome({ uid, tenantId }, requestId) {
      const key = { tenant_id: tenantColumn(tenantId), uid }
      await database.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('accounts')
          .set({ welcomed_at: sql<Date>`now()` })
          .where((where) => where.and(key))
          .where('welcomed_at', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return
        const entry = { action: 'welcome', outcome: 'done', uid, tenantId, requestId } as const
        await recordAudit(transaction, entry)
      })
    },
  }
}

function keyOf({ uid, tenantId }: Pick<Account, 'uid' | 'tenantId'>): string {
  return JSON.stringify([tenantId, uid])
}

/**
 * Hashes the signed part without the signature: the last character of the signature has unused bits, so one
 * signature has several spellings.
 */
function hashOfToken(idToken: string): string {
  return hash(idToken.slice(0, idToken.lastIndexOf('.')))
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
