import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLoopGuard } from '../browser/loop-guard.ts'
import type { Failure } from '../errors/failure.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createSignInStore } from './store.ts'
import type { SignInStore } from './store.ts'
import { leaveWithoutPress } from './without-press.ts'

let store: SignInStore
let tabStorage: ReturnType<typeof createMemoryStorage>
let time: number
/** What happened, in order. */
let done: string[]

beforeEach(() => {
  store = createSignInStore()
  tabStorage = createMemoryStorage()
  time = 0
  done = []
})

afterEach(() => vi.useRealTimers())

function visit(changes: Partial<Parameters<typeof leaveWithoutPress>[0]> = {}): Promise<void> {
  return leaveWithoutPress({
    store,
    tabStorage,
    guard: createLoopGuard(tabStorage, () => time, false),
    tenantId: 'acme',
    inApp: null,
    failure: null,
    showMethods: () => done.push('buttons'),
    start: () => done.push('provider'),
    ...changes,
  })
}

describe('the only provider without a press', () => {
  it('the first visit goes to the provider, and the loading view stays until then (K1c)', async () => {
    await visit()
    expect(done).toEqual(['provider'])
    expect(store.getState().screen.name).toBe('loading')
  })

  it('after Back from the provider the button is shown, however often and however late (K1c)', async () => {
    await visit()
    for (const later of [1000, 600_000, 86_400_000]) {
      time += later
      await visit()
    }
    expect(done).toEqual(['provider', 'buttons', 'buttons', 'buttons'])
  })

  it('a page that the browser has kept shows the button when the user comes back to it (K1c)', async () => {
    await visit()
    store.run('comeBack')
    expect(done).toEqual(['provider', 'buttons'])
  })

  it('a page that is still there ten seconds later shows the button: the browser was stopped on its way', async () => {
    vi.useFakeTimers()
    await visit()
    vi.advanceTimersByTime(9_999)
    expect(done).toEqual(['provider'])
    vi.advanceTimersByTime(1)
    expect(done).toEqual(['provider', 'buttons'])
  })

  it('a screen that is shown meanwhile stays', async () => {
    vi.useFakeTimers()
    await visit()
    store.setState({ screen: { name: 'signedOut' } })
    vi.advanceTimersByTime(10_000)
    expect(done).toEqual(['provider'])
  })

  it('the provider of another company is opened without a press too', async () => {
    await visit()
    await visit({ tenantId: 'initech' })
    expect(done).toEqual(['provider', 'provider'])
  })

  it('an application that asks again and again for a new sign-in gets the button', async () => {
    for (let count = 0; count < 3; count += 1) {
      await visit()
      // A sign-in has succeeded.
      tabStorage.remove('foyer:without-press')
    }
    expect(done).toEqual(['provider', 'provider', 'buttons'])
  })

  it.each<[string, () => Promise<void>]>([
    ['a failure', () => visit({ failure: { key: 'NETWORK' } as Failure })],
    ['a sign-out', () => visit({ store: createSignInStore({ hasSignedOut: true }) })],
    ['a registration', () => visit({ store: createSignInStore({ isRegistered: true }) })],
    ['the notice of an in-app browser', () => visit({ inApp: { opensOtherApps: true } })],
    ['blocked storage', () => visit({ tabStorage: createMemoryStorage({}, { isBlocked: true }) })],
  ])('the page shows the button after %s', async (_why, visitSo) => {
    await visitSo()
    expect(done).toEqual(['buttons'])
  })

  it('the page leaves only when it is loaded, so that the browser keeps it in the history', async () => {
    const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
    const leaving = visit()
    await Promise.resolve()
    expect(done).toEqual([])
    state.mockRestore()
    window.dispatchEvent(new Event('load'))
    await leaving
    expect(done).toEqual(['provider'])
  })
})
