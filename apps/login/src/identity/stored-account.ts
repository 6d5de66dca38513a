import { withLimit } from '../browser/with-limit.ts'
import { resultOf, inSdkDatabase, inSdkDatabaseUnlessBlocked } from './sdk-database.ts'

/** The fields of the SDK's stored account that we read. */
export interface StoredAccount {
  readonly uid: string
  readonly tenantId?: string | undefined
  readonly email?: unknown
  readonly phoneNumber?: unknown
  readonly stsTokenManager: {
    readonly accessToken: string
    readonly refreshToken: string
    readonly expirationTime: number
  }
}

/** The SDK's own store, read and written without the SDK. */
export interface StoredAccounts {
  /** @throws if only the SDK knows */
  read: (key: string) => Promise<StoredAccount | null>
  /** Replaces the account only if it has not changed since it was read. */
  replace: (key: string, old: StoredAccount, account: StoredAccount) => Promise<void>
  /**
   * Every account, of any tenant or API key. `null` stands for one in a form that only the SDK knows. A store that the
   * browser blocks has none.
   */
  list: () => Promise<(StoredAccount | null)[]>
  /** Removes all accounts, and every sign-in at a provider that is in progress. */
  removeAll: () => Promise<void>
}

// The SDK's names, which have not changed since its first version. In a test, the SDK reads what is written here.
const accountPrefix = 'firebase:authUser:'
const underWayPrefixes = ['firebase:pendingRedirect:', 'firebase:redirectUser:']
const limitMs = 1000
const removalLimitMs = 10_000

export function createStoredAccounts(
  openDatabases: () => IDBFactory,
  otherStores: readonly (() => Storage)[],
): StoredAccounts {
  return {
    async read(key) {
      const found = await withLimit(
        inSdkDatabase(openDatabases, 'readonly', (records) => valueOf(records, key)),
        limitMs,
        onlySdkCanTell,
      )
      if (found === null) {
        if (otherStores.some((open) => open().getItem(key) !== null)) throw onlySdkCanTell()
        return null
      }
      if (!isAccount(found)) throw onlySdkCanTell()
      return found
    },

    async replace(key, old, account) {
      await inSdkDatabase(openDatabases, 'readwrite', async (records) => {
        const found = await valueOf(records, key)
        const isUntouched =
          isAccount(found) &&
          found.uid === old.uid &&
          found.stsTokenManager.refreshToken === old.stsTokenManager.refreshToken
        if (isUntouched) await resultOf(records.put({ fbase_key: key, value: account }))
      })
    },

    async list() {
      const records =
        (await inSdkDatabaseUnlessBlocked(
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
      await inSdkDatabaseUnlessBlocked(openDatabases, 'readwrite', removal, removalLimitMs)
      for (const open of otherStores) {
        for (const key of keysIn(open)) if (isOfSignIn(key)) open().removeItem(key)
      }
    },
  }
}

/** The SDK also looks in other stores, reads older forms, and waits longer. */
const onlySdkCanTell = (): Error => new Error('Only the SDK can tell.')

async function valueOf(records: IDBObjectStore, key: string): Promise<unknown> {
  const record = (await resultOf(records.get(key))) as { value?: unknown } | undefined
  return record?.value ?? null
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

function isAccount(value: unknown): value is StoredAccount {
  if (!(value instanceof Object)) return false
  const { uid, tenantId, stsTokenManager: tokens } = value as Partial<StoredAccount>
  return (
    typeof uid === 'string' &&
    (tenantId === undefined || tenantId === null || typeof tenantId === 'string') &&
    tokens instanceof Object &&
    typeof tokens.accessToken === 'string' &&
    typeof tokens.refreshToken === 'string' &&
    typeof tokens.expirationTime === 'number'
  )
}
