import { isStringList } from '../http/json.ts'
import type { KeyValueStore } from '../interfaces/runtime.ts'

/** The tenants that this browser has signed in to, stored under the public client library's key (B8). */
export interface SignedInTenants {
  list(): readonly string[]
  add(tid: string): void
  remove(tid: string): void
}

/**
 * The list is read at each use, because another tab may have signed in. Text that is not a list counts as none. If
 * storage is blocked or full, the list is kept for the life of the page.
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
  }
}
