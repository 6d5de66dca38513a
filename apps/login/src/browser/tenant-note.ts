import * as v from 'valibot'
import type { SafeStorage } from './safe-storage.ts'

const usualLifetimeMs = 10 * 60_000

/** A stored value to which a tenant's sign-in returns after a reload or after another site's page. */
export interface TenantNote<Content> {
  keep: (content: Content) => void
  recall: (tenantId: string | null) => Content | null
  forget: () => void
}

/**
 * Stores one note at a time, by default for ten minutes. An invalid value in the storage counts as no note.
 *
 * @param storage of the tab if possible, because notes contain phone numbers and credentials
 */
export function createTenantNote<Content extends { tenantId: string | null }>(
  key: string,
  content: v.GenericSchema<unknown, Content>,
  storage: SafeStorage,
  now: () => number,
  lifetimeMs = usualLifetimeMs,
): TenantNote<Content> {
  const stored = freshNote(content, now, lifetimeMs)
  return {
    keep: (kept) => void storage.write(key, JSON.stringify({ since: now(), content: kept })),
    recall(tenantId) {
      const note = v.safeParse(stored, storage.read(key))
      return note.success && note.output.content.tenantId === tenantId ? note.output.content : null
    },
    forget: () => storage.remove(key),
  }
}

/** Removes an expired note, which would otherwise stay in the storage until it is replaced. */
export function removeExpiredNote(
  key: string,
  storage: SafeStorage,
  now: () => number,
  lifetimeMs = usualLifetimeMs,
): void {
  const stored = freshNote(v.unknown(), now, lifetimeMs)
  if (!v.is(stored, storage.read(key))) storage.remove(key)
}

function freshNote<Content>(
  content: v.GenericSchema<unknown, Content>,
  now: () => number,
  lifetimeMs: number,
) {
  const since = v.pipe(
    v.number(),
    v.check((since) => since <= now() && now() - since < lifetimeMs),
  )
  return v.pipe(v.string(), v.parseJson(), v.object({ since, content }))
}
