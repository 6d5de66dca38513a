type Work<Result> = (records: IDBObjectStore) => Promise<Result>

// The SDK's names, which have not changed since its first version.
const databaseName = 'firebaseLocalStorageDb'
const table = 'firebaseLocalStorage'

/**
 * Opens the database in which the SDK stores accounts, and closes it after the work.
 *
 * @returns null if the SDK has stored nothing yet
 */
export async function inSdkDatabase<Result>(
  openDatabases: () => IDBFactory,
  mode: IDBTransactionMode,
  work: Work<Result>,
): Promise<Result | null> {
  const opened = await openExisting(openDatabases())
  if (opened === null) return null
  try {
    return await work(opened.transaction(table, mode).objectStore(table))
  } finally {
    opened.close()
  }
}

/**
 * Opens the database, or null if the SDK has never created it. If we created it, the SDK would find it without its
 * table.
 */
async function openExisting(databases: IDBFactory): Promise<IDBDatabase | null> {
  const request = databases.open(databaseName)
  let isNew = false
  request.addEventListener('upgradeneeded', () => {
    isNew = true
    request.transaction?.abort()
  })
  request.addEventListener('error', (event) => event.preventDefault())
  const opened = await resultOf(request).catch((error: unknown) => {
    if (isNew) return null
    throw error
  })
  if (opened?.objectStoreNames.contains(table)) return opened
  opened?.close()
  return null
}

export function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as DOMException))
  })
}
