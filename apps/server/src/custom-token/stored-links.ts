import { tenantColumn, type Queries } from '../store/tables.ts'
import type { ProviderLinks } from './provider-links.ts'
import type { ProviderUser } from './provider-user.ts'

export function createStoredLinks(database: Queries): ProviderLinks {
  return {
    async find(user, tenantId) {
      const row = await database
        .selectFrom('proven_links')
        .select('uid')
        .where((where) => where.and(keyOf(user, tenantId)))
        .executeTakeFirst()
      return row?.uid ?? null
    },

    async remember(user, tenantId, uid) {
      await database
        .insertInto('proven_links')
        .values({ ...keyOf(user, tenantId), uid })
        .onConflict((conflict) =>
          conflict
            .columns(['provider_id', 'directory', 'subject', 'tenant_id'])
            .doUpdateSet({ uid, proven_at: new Date() }),
        )
        .execute()
    },

    async forget(user, tenantId) {
      await database
        .deleteFrom('proven_links')
        .where((where) => where.and(keyOf(user, tenantId)))
        .execute()
    },
  }
}

function keyOf({ providerId, directory, subject }: ProviderUser, tenantId: string | null) {
  return {
    provider_id: providerId,
    directory,
    subject,
    tenant_id: tenantColumn(tenantId),
  }
}
