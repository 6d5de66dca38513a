import { withLimit } from '../browser/with-limit.ts'
import { inSdkDatabase, resultOf } from './sdk-database.ts'

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
}

/** The time in which the database answers a question about accounts. */
export const limitMs = 1000

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
  }
}

/** The SDK also looks in other stores, reads older forms, and waits longer. */
const onlySdkCanTell = (): Error => new Error('Only the SDK can tell.')

async function valueOf(records: IDBObjectStore, key: string): Promise<unknown> {
  const record = (await resultOf(records.get(key))) as { value?: unknown } | undefined
  return record?.value ?? null
}

export function isAccount(value: unknown): value is StoredAccount {
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
