import { describe, expect, it } from 'vitest'
import { complain, createSignInStore, screenOf, show } from './store.ts'

describe('client state (B7)', () => {
  it('starts as the requirements say', () => {
    expect(createSignInStore().getState()).toMatchObject({
      loading: false,
      currentScreen: 'loading',
      app: null,
      error: '',
      phoneNumber: null,
      idToken: '',
    })
  })

  it('shows the loading view before any screen was set', () => {
    expect(screenOf(createSignInStore().getState())).toEqual({ name: 'loading' })
  })

  it('clears the error and the busy flag with every new screen (C1)', () => {
    const store = createSignInStore()
    complain(store, { key: 'USER_DISABLED', action: 'contact', reference: 'A-1' })
    expect(store.getState()).toMatchObject({
      error: 'USER_DISABLED',
      failure: { reference: 'A-1' },
    })

    store.setState({ loading: true })
    show(store, { name: 'signedOut' })
    expect(store.getState()).toMatchObject({
      currentScreen: 'signedOut',
      loading: false,
      error: '',
      failure: null,
    })
  })
})
