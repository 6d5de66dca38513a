import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createLastAccount } from './last-account.ts'
import { createSignOuts, tellOnLeaving } from './sign-outs.ts'

const lastKey = 'foyer:last-sign-out'

/** A browser with several tabs, in which each tab gets the storage events of the others. */
function createBrowser() {
  const storage = createMemoryStorage()
  const tabs: EventTarget[] = []
  let ids = 0
  let now = 1_000_000_000
  return {
    pass: (ms: number) => (now += ms),
    open(tabStorage = createMemoryStorage()) {
      const target = new EventTarget()
      tabs.push(target)
      let restarts = 0
      const location = { reload: () => (restarts += 1) }
      const randomId = (): string => String((ids += 1))
      const lastAccount = createLastAccount(storage)
      const signOuts = createSignOuts({
        storage,
        tabStorage,
        lastAccount,
        randomId,
        now: () => now,
      })
      signOuts.follow(Object.assign(target, { location }) as unknown as Window)
      return {
        tabStorage,
        ...signOuts,
        restarts: () => restarts,
        fire: (name: string, fields: object) =>
          target.dispatchEvent(Object.assign(new Event(name), fields)),
        signOut() {
          signOuts.tell()
          const others = tabs.filter((tab) => tab !== target)
          for (const other of others) {
            other.dispatchEvent(Object.assign(new Event('storage'), { key: lastKey }))
          }
        },
      }
    },
  }
}

describe('a sign-out in one tab', () => {
  it('a sign-out in one tab makes the other tabs start over', () => {
    const browser = createBrowser()
    const [one, two] = [browser.open(), browser.open()]
    one.signOut()
    expect([one.restarts(), two.restarts()]).toEqual([0, 1])
    two.fire('storage', { key: 'language' })
    expect(two.restarts()).toBe(1)
  })

  it('a sign-out in one tab ends the sign-ins in progress in the other tabs', () => {
    const browser = createBrowser()
    const [one, two] = [browser.open(), browser.open()]
    two.tabStorage.write('foyer:pending-link', 'a credential')
    one.signOut()
    browser.open(two.tabStorage)
    expect(two.tabStorage.read('foyer:pending-link')).toBeNull()

    two.tabStorage.write('foyer:pending-link', 'a newer credential')
    browser.open(two.tabStorage)
    expect(two.tabStorage.read('foyer:pending-link')).toBe('a newer credential')
  })

  it('a sign-out removes the account used last from the browser', () => {
    const storage = createMemoryStorage({ 'foyer:last-account': 'acme\\ngoogle.com' })
    const tabStorage = createMemoryStorage()
    const lastAccount = createLastAccount(storage)
    createSignOuts({ storage, tabStorage, lastAccount, randomId: () => 'id', now: () => 0 }).tell()
    expect(storage.read('foyer:last-account')).toBeNull()
  })

  it('a page from the back/forward cache notices a sign-out in another tab', () => {
    const browser = createBrowser()
    const [one, cached] = [browser.open(), browser.open()]
    cached.fire('pageshow', { persisted: true })
    expect(cached.restarts()).toBe(0)
    one.signOut()
    const before = cached.restarts()
    cached.fire('pageshow', { persisted: false })
    expect(cached.restarts()).toBe(before)
    cached.fire('pageshow', { persisted: true })
    expect(cached.restarts()).toBe(before + 1)
  })
})

describe('a sign-out that goes back to the application', () => {
  it('a sign-out that returns to the application is shown once, in the same tab', () => {
    const browser = createBrowser()
    const [one, two] = [browser.open(), browser.open()]
    one.noteReturn()
    expect([two.takeReturn(), one.takeReturn(), one.takeReturn()]).toEqual([false, true, false])
  })

  it('a sign-out is not shown to a user who returns much later', () => {
    const browser = createBrowser()
    const tab = browser.open()
    tab.noteReturn()
    browser.pass(600_000)
    expect(tab.takeReturn()).toBe(false)
  })
})

describe('leaving for the application', () => {
  it.each([
    ['?mode=signout&state=x', ['tell', 'noteReturn']],
    ['?mode=login&state=x', []],
  ])('leaving for the application at %s is stored as %j', (search, expected) => {
    const left: string[] = []
    const noted: string[] = []
    const page = {
      url: () => new URL(search, 'https://login.example.com'),
      assign: (url: string): void => void left.push(url),
    }
    tellOnLeaving(page as Parameters<typeof tellOnLeaving>[0], {
      tell: () => void noted.push('tell'),
      noteReturn: () => void noted.push('noteReturn'),
    }).assign('https://app.example.com/')
    expect(left).toEqual(['https://app.example.com/'])
    expect(noted).toEqual(expected)
  })
})
