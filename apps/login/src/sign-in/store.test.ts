import { describe, expect, it } from 'vitest'
import { begin, createSignInStore, failureIn, isBusy, settle, show, showError } from './store.ts'
import { withToken } from './token-in-use.ts'

const failure = { key: 'USER_DISABLED', action: 'contact', reference: 'A-1' } as const

describe('the store', () => {
  it('the store has the loading view before any screen is set (C1)', () => {
    expect(createSignInStore().getState().screen).toEqual({ name: 'loading' })
  })

  it('a new screen clears the error and the busy flag (C1)', () => {
    const store = createSignInStore()
    showError(store, failure)
    expect(failureIn(store.getState())).toEqual(failure)
    begin(store)
    show(store, { name: 'signedOut' })
    expect(store.getState()).toMatchObject({
      screen: { name: 'signedOut' },
      progress: { name: 'idle' },
    })
  })

  it('the store has only data, and the retry of a failure is a command of the screen', () => {
    const store = createSignInStore()
    let retries = 0
    showError(store, { ...failure, retry: () => (retries += 1) })
    expect(failureIn(store.getState())).toEqual({ ...failure, canRetry: true })
    store.run('retry')
    expect(retries).toBe(1)
  })

  it('the store runs only the commands of the current screen', () => {
    const store = createSignInStore()
    const chosen: string[] = []
    show(store, { name: 'chooseTenant', tenants: [] }, { chooseTenant: (id) => chosen.push(id) })
    store.run('chooseTenant', 'acme')
    show(store, { name: 'signedOut' })
    store.run('chooseTenant', 'globex')
    expect(chosen).toEqual(['acme'])
  })

  it('the store keeps the error of a failed step when the user may choose again', () => {
    const store = createSignInStore()
    showError(store, failure)
    settle(store)
    expect(failureIn(store.getState())).toEqual(failure)
    begin(store)
    settle(store)
    expect(isBusy(store.getState())).toBe(false)
  })

  it('the store has no token after the call that sends it, even if the call fails', async () => {
    const store = createSignInStore()
    const token = { name: 'idToken', value: 'x' } as const
    const call = withToken(store, token, () => {
      expect(store.getState().token).toEqual(token)
      return Promise.reject(new Error('no answer'))
    })
    await expect(call).rejects.toThrow('no answer')
    expect(store.getState().token).toBeNull()
  })
})
