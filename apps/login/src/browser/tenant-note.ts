import * as v from 'valibot'
import type { SafeStorage } from './safe-storage.ts'

const usualLifetimeMs = 10 * 60_000

/** One thing that a tenant's sign-in comes back to after a reload or another site's page. */
export interface TenantNote<Content> {
  keep: (content: Content) => void
  recall: (tenantId: string | null) => Content | null
  forget: () => void
}

/**
 * Keeps at most one note of a kind, for ten minutes unless it says otherwise. What the store holds instead of one is none.
 *
 * @param storage of the tab alone, where it can be: notes hold phone numbers and credentials
 */
export function createTenantNote<Content extends { tenantId: string | null }>(
  key: string,
  content: v.GenericSchema<unknown, Content>,
  storage: SafeStorage,
  now: () => number,
  lifetimeMs = usualLifetimeMs,
): TenantNote<Content> {
  const stored = v.pipe(
    v.string(),
    v.parseJson(),
    v.object({
      since: v.pipe(
        v.number(),
        v.check((since) => since <= now() && now() - since < lifetimeMs),
      ),
      content,
    }),
  )
  return {
    keep: (kept) => void storage.write(key, JSON.stringify({ since: now(), content: kept })),
    recall(tenantId) {
      const note = v.safeParse(stored, storage.read(key))
      return note.success && note.output.content.tenantId === tenantId ? note.output.content : null
    },
    forget: () => storage.remove(key),
  }
}
