import { withLimit } from '../browser/with-limit.ts'
import { CodedError, codeOf } from '../errors/coded-error.ts'

/** What the SDK keeps of an account, as far as we read it. */
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
  /** @throws when only the SDK can tell */
  read: (key: string) => Promise<StoredAccount | null>
  /** Where the account is still as it was read. */
  replace: (key: string, old: StoredAccount, account: StoredAccount) => Promise<void>
  /**
   * Every account, whichever tenant or API key it is of. `null` stands for one whose form only the SDK
   * knows. A store that the browser blocks holds none.
   */
  list: () => Promise<(StoredAccount | null)[]>
  /** Leaves none, and no sign-in at a provider under way that could end in one. */
  removeAll: () => Promise<void>
}

// The SDK's names, the same since its first version; a test has the SDK read what is written here.
const database = 'firebaseLocalStorageDb'
const table = 'firebaseLocalStorage'
const accountPrefix = 'firebase:authUser:'
const underWayPrefixes = ['firebase:pendingRedirect:', 'firebase:redirectUser:']
const limitMs = 1000
const removalLimitMs = 10_000

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

  /** Null where the browser blocks the database: the SDK has put nothing there either. */
  async function inTableIfAny<Result>(
    mode: IDBTransactionMode,
    work: (records: IDBObjectStore) => Promise<Result>,
    limit: number,
  ): Promise<Result | null> {
    let isOpen = false
    const attempt = inTable(mode, (records) => {
      isOpen = true
      return work(records)
    })
    return withLimit(attempt, limit, () => new CodedError('auth/timeout')).catch(
      (error: unknown) => {
        if (isOpen || codeOf(error) === 'auth/timeout') throw error
        return null
      },
    )
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

    async list() {
      const records =
        (await inTableIfAny('readonly', (table) => answerOf(table.getAll()), limitMs)) ?? []
      const kept = (records as { fbase_key?: unknown; value?: unknown }[])
        .filter(({ fbase_key: key }) => isAccountKey(key))
        .map(({ value }) => value)
      const elsewhere = otherStores.flatMap((open) => accountsIn(open))
      return [...kept, ...elsewhere].map((account) => (isAccount(account) ? account : null))
    },

    async removeAll() {
      const removal = async (records: IDBObjectStore): Promise<void> => {
        const keys = await answerOf(records.getAllKeys())
        await Promise.all(keys.filter(isAccountKey).map((key) => answerOf(records.delete(key))))
      }
      await inTableIfAny('readwrite', removal, removalLimitMs)
      for (const open of otherStores) {
        for (const key of keysIn(open)) if (isOfSignIn(key)) open().removeItem(key)
      }
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

function isAccountKey(key: unknown): key is string {
  return typeof key === 'string' && key.startsWith(accountPrefix)
}

function isOfSignIn(key: string): boolean {
  return [accountPrefix, ...underWayPrefixes].some((prefix) => key.startsWith(prefix))
}

/** None where the browser blocks the store. */
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
