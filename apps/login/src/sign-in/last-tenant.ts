import type { SafeStorage } from '../browser/safe-storage.ts'

const storageKey = 'foyer:last-tenant'

/** The company of the last complete sign-in in this browser, by its `tid`. */
export interface LastTenant {
  /** Null unless it is one of these. */
  recallIn: (tids: readonly string[]) => string | null
  /** @param search the query of a sign-in request that is complete */
  keep: (search: string) => void
}

export function createLastTenant(storage: SafeStorage): LastTenant {
  return {
    recallIn(tids) {
      const last = storage.read(storageKey)
      return tids.find((tid) => tid === last) ?? null
    },
    keep(search) {
      const query = new URLSearchParams(search)
      const tid = query.get('tid')
      if (tid !== null && query.get('mode') !== 'signout') storage.write(storageKey, tid)
    },
  }
}
