import { expect, it } from 'vitest'
import type { User } from '../interfaces/handler.ts'
import { storedUser } from './stored-user.ts'
import { MemoryBrowser } from '../testing/memory-browser.ts'
import { MemoryAuth, MemoryUser } from '../testing/memory-identity.ts'

const browser = new MemoryBrowser('https://login.example.com/')
const { clock } = browser.runtime
const user = new MemoryUser({ now: clock.now })

it('the stored user is the one that the auth instance remembers', async () => {
  const auth = new MemoryAuth('key')
  expect(await storedUser(auth, clock)).toBeNull()
  auth.user = user
  expect(await storedUser(auth, clock)).toBe(user)
})

it('the auth instance is asked once for the stored user, even if it answers at once', async () => {
  let listeners = 0
  const auth = Object.assign(new MemoryAuth('key'), {
    onAuthStateChanged(next: (user: User | null) => unknown) {
      listeners += 1
      next(user)
      return () => {
        listeners -= 1
      }
    },
  })
  expect(await storedUser(auth, clock)).toBe(user)
  expect(listeners).toBe(0)
})

it('the auth instance is asked until it answers, and then no longer', async () => {
  const listeners = new Set<(user: User | null) => unknown>()
  const auth = Object.assign(new MemoryAuth('key'), {
    onAuthStateChanged(next: (user: User | null) => unknown) {
      listeners.add(next)
      return () => listeners.delete(next)
    },
  })
  const stored = storedUser(auth, clock)
  expect(listeners.size).toBe(1)
  for (const listener of listeners) listener(user)
  expect(await stored).toBe(user)
  expect(listeners.size).toBe(0)
  expect(browser.pendingTimers).toBe(0)
})

it('there is no stored user if the store never answers (AC-08)', async () => {
  const auth = new MemoryAuth('key')
  auth.isStuck = true
  const stored = storedUser(auth, clock)
  browser.wait(10_000)
  expect(await stored).toBeNull()
})

it('there is no stored user if the store fails', async () => {
  const auth = Object.assign(new MemoryAuth('key'), {
    onAuthStateChanged(_next: unknown, error?: (error: Error) => unknown) {
      error?.(new Error('InvalidStateError'))
      return () => {}
    },
  })
  expect(await storedUser(auth, clock)).toBeNull()
})
