import { isProvider, type Method } from '@foyer/contract/sign-in-methods'
import { fieldOf } from '../doctor/probe.ts'
import { providerPath } from '../doctor/provider-path.ts'
import { IdentityError } from '../identity/identity-error.ts'
import type { ProjectAdmin } from '../identity/project-admin.ts'
import type { KnownProvider } from './handoff-text.ts'

/** Reads what the project has set up for each provider of a tenant. Rejects without credentials. */
export async function readKnownProviders(
  tenantId: string | null,
  methods: readonly Method[],
  admin: ProjectAdmin | null,
): Promise<Map<string, KnownProvider>> {
  if (admin === null) throw new IdentityError('internal')
  const ids = methods
    .map((method) => (typeof method === 'string' ? method : method.provider))
    .filter(isProvider)
  const entries = await Promise.all(
    ids.map(async (id) => {
      const { body } = await admin.read(providerPath(tenantId, id))
      const known: KnownProvider = {
        clientId: textIn(body, 'clientId'),
        entityId: textIn(body, 'spConfig', 'spEntityId'),
      }
      return [id, known] as const
    }),
  )
  return new Map(entries)
}

function textIn(body: unknown, ...path: string[]): string | undefined {
  const value = fieldOf(body, ...path)
  return typeof value === 'string' && value !== '' ? value : undefined
}
