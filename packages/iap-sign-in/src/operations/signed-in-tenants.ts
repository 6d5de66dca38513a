import { isStringList } from '../http/json.ts'
import type { KeyValueStore } from '../ports/ports.ts'

/** The tenants this browser signed in to, under the name that the public client library uses (B8). */
export interface SignedInTenants {
  list(): readonly string[]
  add(tid: string): void
  remove(tid: string): void
  clear(): void
}

/**
 * Read anew at each use, since another tab may have signed in meanwhile. Text that is no list counts as
 * none. Where storage is blocked or full the list lives as long as the page: only remembering is lost.
 */
export function createSignedInTenants(store: KeyValueStore, projectId: string): SignedInTenants {
  const key = `ciap:auth-tenants:${projectId}`
  let unsaved: readonly string[] | null = null

  function list(): readonly string[] {
    if (unsaved) return unsaved
    try {
      const stored: unknown = JSON.parse(store.getItem(key) ?? '[]')
      return isStringList(stored) ? stored : []
    } catch {
      return []
    }
  }

  function save(tids: readonly string[]): void {
    try {
      if (tids.length > 0) store.setItem(key, JSON.stringify(tids))
      else store.removeItem(key)
      unsaved = null
    } catch {
      unsaved = tids
    }
  }

  return {
    list,
    add: (tid) => save([...new Set([...list(), tid])]),
    remove: (tid) => save(list().filter((other) => other !== tid)),
    clear: () => save([]),
  }
}
