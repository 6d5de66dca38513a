import { expect, it } from 'vitest'
import { endTransactionsOnLeaving } from './end-transactions.ts'

/** As browsers do, it refuses to abort from the commit on, and its event comes later. */
class FakeTransaction extends EventTarget {
  isCommitted = false
  isAborted = false
  abort(): void {
    if (this.isCommitted) throw new DOMException('The transaction is finished', 'InvalidStateError')
    this.isAborted = true
  }
}

/** A browser with a database. Leaving the page dispatches an event as browsers do. */
function openBrowser() {
  class Database {
    readonly begun: unknown[] = []
    transaction(...parameters: unknown[]) {
      this.begun.push(parameters)
      return new FakeTransaction()
    }
  }
  const target = new EventTarget()
  const scope = {
    IDBDatabase: Database,
    addEventListener: target.addEventListener.bind(target),
  }
  endTransactionsOnLeaving(scope as never)
  return {
    database: new Database(),
    leave: (persisted: boolean) =>
      target.dispatchEvent(Object.assign(new Event('pagehide'), { persisted })),
  }
}

it('a transaction in progress is aborted when the page enters the back/forward cache', () => {
  const { database, leave } = openBrowser()
  const transaction = database.transaction('accounts', 'readonly')
  expect(database.begun).toEqual([['accounts', 'readonly']])
  leave(true)
  expect(transaction.isAborted).toBe(true)
})

it('a transaction that has ended, or of a page that is not kept, is left alone', () => {
  const { database, leave } = openBrowser()
  const complete = database.transaction()
  complete.dispatchEvent(new Event('complete'))
  const aborted = database.transaction()
  aborted.dispatchEvent(new Event('abort'))
  leave(true)
  const current = database.transaction()
  leave(false)
  expect([complete, aborted, current].map(({ isAborted }) => isAborted)).toEqual([
    false,
    false,
    false,
  ])
})

it('a transaction that has ended without its event yet does not keep the others open', () => {
  const { database, leave } = openBrowser()
  const [committed, open] = [database.transaction(), database.transaction()]
  committed.isCommitted = true
  leave(true)
  expect(open.isAborted).toBe(true)
})

it('without a database in the browser nothing happens', () => {
  expect(() => endTransactionsOnLeaving({ addEventListener: () => {} })).not.toThrow()
})
