import { withLimit } from '../browser/with-limit.ts'

/** What the SDK keeps of an account, as far as we read it. */
export interface StoredAccount {
  readonly uid: string
  readonly tenantId?: string | undefined
  readonly stsTokenManager: {
    readonly accessToken: string
    readonly refreshToken: string
    readonly expirationTime: number
  }
}

/** The SDK's own store, read and written without the SDK. */
export interface StoredAccounts {
  /** @throws when only the SDK can tell */
  read: (key: string) => Promise<StoredAccount | null>
  /** Where the account is still as it was read. */
  replace: (key: string, old: StoredAccount, account: StoredAccount) => Promise<void>
}

// The SDK's names, the same since its first version; a test has the SDK read what is written here.
const database = 'firebaseLocalStorageDb'
const table = 'firebaseLocalStorage'
const limitMs = 1000

export function createStoredAccounts(
  openDatabases: () => IDBFactory,
  otherStores: readonly (() => Storage)[],
): StoredAccounts {
  async function inTable<Result>(
    mode: IDBTransactionMode,
    work: (records: IDBObjectStore) => Promise<Result>,
  ): Promise<Result | null> {
    const opened = await openExisting(openDatabases())
    if (opened === null) return null
    try {
      return await work(opened.transaction(table, mode).objectStore(table))
    } finally {
      opened.close()
    }
  }

  const find = async (records: IDBObjectStore, key: string): Promise<unknown> =>
    ((await answerOf(records.get(key))) as { value?: unknown } | undefined)?.value ?? null

  return {
    async read(key) {
      const found = await withLimit(
        inTable('readonly', (records) => find(records, key)),
        limitMs,
        () => new Error('the database does not answer'),
      )
      if (found === null && otherStores.some((open) => open().getItem(key) !== null)) {
        throw new Error('the account is where only the SDK looks')
      }
      if (found === null) return null
      if (!isAccount(found)) throw new Error('the account has a form that only the SDK knows')
      return found
    },

    async replace(key, old, account) {
      await inTable('readwrite', async (records) => {
        const found = await find(records, key)
        const isUntouched =
          isAccount(found) &&
          found.uid === old.uid &&
          found.stsTokenManager.refreshToken === old.stsTokenManager.refreshToken
        if (isUntouched) await answerOf(records.put({ fbase_key: key, value: account }))
      })
    },
  }
}

/** Null where the SDK has never made one: it has to be the SDK's, so none is made here. */
function openExisting(databases: IDBFactory): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = databases.open(database)
    let isNew = false
    request.addEventListener('upgradeneeded', () => {
      isNew = true
      request.transaction?.abort()
    })
    request.addEventListener('error', (event) => {
      event.preventDefault()
      if (isNew) resolve(null)
      else reject(request.error ?? new Error('no database'))
    })
    request.addEventListener('success', () => {
      if (request.result.objectStoreNames.contains(table)) return resolve(request.result)
      request.result.close()
      resolve(null)
    })
  })
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
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
