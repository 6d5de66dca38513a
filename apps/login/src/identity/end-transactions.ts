/** The part of the global object that is needed. Without IndexedDB, there is no `IDBDatabase`. */
export interface DatabaseScope extends Pick<Window, 'addEventListener'> {
  IDBDatabase?: { prototype: Pick<IDBDatabase, 'transaction'> }
}

/**
 * Aborts the transactions that are in progress when the page enters the back/forward cache.
 *
 * Safari keeps them open there, and each blocks the database for all later pages of this origin until it drops the page.
 * The SDK reads the database every 800 ms, so a page is often left during a transaction.
 */
export function endTransactionsOnLeaving(scope: DatabaseScope): void {
  const prototype = scope.IDBDatabase?.prototype
  if (prototype === undefined) return
  const inProgress = new Set<IDBTransaction>()
  // eslint-disable-next-line typescript/unbound-method -- It is called with its database below.
  const begin = prototype.transaction
  prototype.transaction = function (this: IDBDatabase, ...parameters) {
    const transaction = begin.apply(this, parameters)
    const end = (): void => void inProgress.delete(transaction)
    inProgress.add(transaction)
    transaction.addEventListener('complete', end)
    transaction.addEventListener('abort', end)
    return transaction
  }
  scope.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return
    for (const transaction of inProgress) abort(transaction)
    inProgress.clear()
  })
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has ended, and its event has not been dispatched yet.
  }
}
