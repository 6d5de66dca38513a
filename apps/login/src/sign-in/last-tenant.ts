import type { SafeStorage } from '../browser/safe-storage.ts'

const storageKey = 'foyer:last-tenant'

/** The company of the last complete sign-in in this browser, by its `tid`. */
export interface LastTenant {
  recall: () => string | null
  /** @param search the query of a sign-in request that is complete */
  keep: (search: string) => void
}

export function createLastTenant(storage: SafeStorage): LastTenant {
  return {
    recall: () => storage.read(storageKey),
    keep(search) {
      const query = new URLSearchParams(search)
      const tid = query.get('tid')
      if (tid !== null && query.get('mode') !== 'signout') storage.write(storageKey, tid)
    },
  }
}
