import { describe, expect, it } from 'vitest'
import { complain, createSignInStore, screenOf, show } from './store.ts'

describe('client state', () => {
  it('has the specified fields with their first values (B7a)', () => {
    expect(createSignInStore().getState()).toStrictEqual({
      loading: false,
      currentScreen: 'loading',
      app: null,
      auth: null,
      phoneConfirm: null,
      config: null,
      error: '',
      failure: null,
      phoneNumber: null,
      idToken: '',
    })
  })

  it('has a status once a screen is set (B7b)', () => {
    const store = createSignInStore()
    expect(store.getState()).not.toHaveProperty('status')
    show(store, { name: 'signedOut' })
    expect(store.getState().status).toEqual({ name: 'signedOut' })
  })

  it('shows the loading view before any screen was set (C1)', () => {
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
