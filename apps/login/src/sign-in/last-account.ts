import { isProvider } from '@foyer/contract/sign-in-methods'
import type { ProviderMethod } from '@foyer/contract/sign-in-methods'
import { tenantIdOf } from '@foyer/iap-sign-in'
import { lastAccountKey } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { SignedIn } from '../identity/identity.ts'

/** What the page shows of the account used last, so that its user need not choose it at the provider again. */
export interface RememberedAccount {
  method: ProviderMethod
  email: string
  /** The email address, if the provider knows no name. */
  name: string
}

/** The account of the last complete sign-in at a provider, of one tenant (decision 28). */
export interface LastAccount {
  recall: (tenantId: string | null) => RememberedAccount | null
  /** The stored account may be another user's, so it is removed even if this sign-in never reaches the application. */
  note: (credential: SignedIn) => void
  /**
   * Stores the noted account, when the sign-in is complete.
   *
   * @param search the query of its request
   */
  keep: (search: string) => void
  forget: () => void
}

export function createLastAccount(storage: SafeStorage): LastAccount {
  let noted: unknown[] | null = null
  function forget(): void {
    noted = null
    storage.remove(lastAccountKey)
  }
  return {
    forget,
    recall(tenantId) {
      const [tid = '', method = '', email = '', name = ''] = (
        storage.read(lastAccountKey) ?? ''
      ).split('\n')
      const isWhole = isProvider(method) && name !== ''
      return isWhole && tenantIdOf(tid) === tenantId ? { method, email, name } : null
    },
    note({ providerId, user }) {
      forget()
      const { email, displayName } = (user ?? {}) as { email?: unknown; displayName?: unknown }
      if (email && isProvider(providerId ?? '')) noted = [providerId, email, displayName ?? email]
    },
    keep(search) {
      const tid = new URLSearchParams(search).get('tid')
      if (noted) storage.write(lastAccountKey, [tid, ...noted].join('\n'))
    },
  }
}
