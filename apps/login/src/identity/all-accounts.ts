import { withLimit } from '../browser/with-limit.ts'
import { CodedError, codeOf } from '../errors/coded-error.ts'
import { inSdkDatabase, resultOf } from './sdk-database.ts'
import { isAccount, limitMs } from './stored-account.ts'
import type { StoredAccount } from './stored-account.ts'

/** All accounts in the SDK's own store. Few visits need them, so their script is fetched then. */
export interface AllAccounts {
  /**
   * Every account, of any tenant or API key. `null` stands for one in a form that only the SDK knows. A store that the
   * browser blocks has none.
   */
  list: () => Promise<(StoredAccount | null)[]>
  /** Removes all accounts, and every sign-in at a provider that is in progress. */
  removeAll: () => Promise<void>
}

// The SDK's names, which have not changed since its first version.
const accountPrefix = 'firebase:authUser:'
const underWayPrefixes = ['firebase:pendingRedirect:', 'firebase:redirectUser:']
const removalLimitMs = 10_000

export function createAllAccounts(
  openDatabases: () => IDBFactory,
  otherStores: readonly (() => Storage)[],
): AllAccounts {
  return {
    async list() {
      const records =
        (await inDatabaseUnlessBlocked(
          openDatabases,
          'readonly',
          (table) => resultOf(table.getAll()),
          limitMs,
        )) ?? []
      const kept = (records as { fbase_key?: unknown; value?: unknown }[])
        .filter(({ fbase_key: key }) => isAccountKey(key))
        .map(({ value }) => value)
      const elsewhere = otherStores.flatMap((open) => accountsIn(open))
      return [...kept, ...elsewhere].map((account) => (isAccount(account) ? account : null))
    },

    async removeAll() {
      const removal = async (records: IDBObjectStore): Promise<void> => {
        const keys = await resultOf(records.getAllKeys())
        await Promise.all(keys.filter(isAccountKey).map((key) => resultOf(records.delete(key))))
      }
      await inDatabaseUnlessBlocked(openDatabases, 'readwrite', removal, removalLimitMs)
      for (const open of otherStores) {
        for (const key of keysIn(open)) if (isOfSignIn(key)) open().removeItem(key)
      }
    },
  }
}

/** Like `inSdkDatabase`, but also null if the browser blocks the database. The SDK has stored nothing there either. */
function inDatabaseUnlessBlocked<Result>(
  openDatabases: () => IDBFactory,
  mode: IDBTransactionMode,
  work: (records: IDBObjectStore) => Promise<Result>,
  answerLimitMs: number,
): Promise<Result | null> {
  let isOpen = false
  const attempt = inSdkDatabase(openDatabases, mode, (records) => {
    isOpen = true
    return work(records)
  })
  return withLimit(attempt, answerLimitMs, () => new CodedError('auth/timeout')).catch(
    (error: unknown) => {
      if (isOpen || codeOf(error) === 'auth/timeout') throw error
      return null
    },
  )
}

function isAccountKey(key: unknown): key is string {
  return typeof key === 'string' && key.startsWith(accountPrefix)
}

function isOfSignIn(key: string): boolean {
  return [accountPrefix, ...underWayPrefixes].some((prefix) => key.startsWith(prefix))
}

/** The keys of a store. None if the browser blocks it. */
function keysIn(open: () => Storage): string[] {
  try {
    return Object.keys(open())
  } catch {
    return []
  }
}

function accountsIn(open: () => Storage): unknown[] {
  return keysIn(open)
    .filter(isAccountKey)
    .map((key): unknown => {
      try {
        return JSON.parse(open().getItem(key) ?? '')
      } catch {
        return null
      }
    })
}
