import { tenantColumn, type Queries } from '../accounts/tables.ts'
import type { ProvenLinks } from './proven-links.ts'

export function createStoredLinks(database: Queries): ProvenLinks {
  return {
    async find({ providerId, directory, subject }, tenantId) {
      const row = await database
        .selectFrom('proven_links')
        .select('uid')
        .where('provider_id', '=', providerId)
        .where('directory', '=', directory)
        .where('subject', '=', subject)
        .where('tenant_id', '=', tenantColumn(tenantId))
        .executeTakeFirst()
      return row?.uid ?? null
    },

    async remember({ providerId, directory, subject }, tenantId, uid) {
      await database
        .insertInto('proven_links')
        .values({
          provider_id: providerId,
          directory,
          subject,
          tenant_id: tenantColumn(tenantId),
          uid,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['provider_id', 'directory', 'subject', 'tenant_id'])
            .doUpdateSet({ uid, proven_at: new Date() }),
        )
        .execute()
    },
  }
}
