import { tenantColumn, type Queries } from '../store/tables.ts'
import type { ProvenLinks } from './proven-links.ts'
import type { ProvenPerson } from './proven-person.ts'

export function createStoredLinks(database: Queries): ProvenLinks {
  return {
    async find(person, tenantId) {
      const row = await database
        .selectFrom('proven_links')
        .select('uid')
        .where((where) => where.and(keyOf(person, tenantId)))
        .executeTakeFirst()
      return row?.uid ?? null
    },

    async remember(person, tenantId, uid) {
      await database
        .insertInto('proven_links')
        .values({ ...keyOf(person, tenantId), uid })
        .onConflict((conflict) =>
          conflict
            .columns(['provider_id', 'directory', 'subject', 'tenant_id'])
            .doUpdateSet({ uid, proven_at: new Date() }),
        )
        .execute()
    },

    async forget(person, tenantId) {
      await database
        .deleteFrom('proven_links')
        .where((where) => where.and(keyOf(person, tenantId)))
        .execute()
    },
  }
}

function keyOf({ providerId, directory, subject }: ProvenPerson, tenantId: string | null) {
  return {
    provider_id: providerId,
    directory,
    subject,
    tenant_id: tenantColumn(tenantId),
  }
}
