import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { tenantColumn, type Database } from '../store/tables.ts'
import { recordAudit } from '../audit/audit-trail.ts'
import type { Account } from '../identity/identity-platform.ts'
import { inTurn } from '../store/turns.ts'
import type { WelcomeStore } from './welcome-store.ts'

export function createStoredWelcomes(database: Database): WelcomeStore {
  return {
    async spend(idToken, until) {
      await database
        .deleteFrom('spent_tokens')
        .where('expires_at', '<', sql<Date>`now()`)
        .execute()
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

    inTurn: (account, work) => inTurn(database, `welcome:${hash(keyOf(account))}`, work),

    async keep(account) {
      const { uid, tenantId, email } = account
      const key = { tenant_id: tenantColumn(tenantId), uid }
      await database
        .insertInto('accounts')
        .values({ ...key, email })
        // The email address of the registration may belong to somebody else by now.
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
 * Of what is signed, and not of the signature: several texts stand for one signature, since the last
 * character holds bits that nobody reads.
 */
function hashOfToken(idToken: string): string {
  return hash(idToken.slice(0, idToken.lastIndexOf('.')))
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
