import { describe, expect, it } from 'vitest'
import { demoConfig } from '../testing/demo-config.ts'
import { createInMemoryIdentity } from '../testing/in-memory-identity.ts'
import { clientStateOf } from './client-state.ts'
import { begin, createSignInStore, show } from './store.ts'

const failure = { key: 'USER_DISABLED', action: 'contact', reference: 'A-1' } as const

describe('the client state', () => {
  it('the client state has the nine specified fields with their initial values (B7a)', () => {
    expect(clientStateOf(createSignInStore().getState())).toStrictEqual({
      loading: false,
      currentScreen: 'loading',
      app: null,
      auth: null,
      phoneConfirm: null,
      config: null,
      error: '',
      phoneNumber: null,
      idToken: '',
    })
  })

  it('the client state has `status` after a screen is set, and `customToken` while it is being used (B7b)', () => {
    const store = createSignInStore()
    expect(clientStateOf(store.getState())).not.toHaveProperty('status')
    show(store, { name: 'signedOut' })
    expect(clientStateOf(store.getState()).status).toEqual({ name: 'signedOut' })

    expect(clientStateOf(store.getState())).not.toHaveProperty('customToken')
    store.setState({ token: { name: 'customToken', value: 'x' } })
    expect(clientStateOf(store.getState())).toMatchObject({ customToken: 'x', idToken: '' })
    store.setState({ token: { name: 'idToken', value: 'y' } })
    expect(clientStateOf(store.getState()).idToken).toBe('y')
  })

  it('the client state has the auth instance and its app, and the error that is shown', () => {
    const store = createSignInStore({ config: demoConfig })
    const auth = createInMemoryIdentity('key').authOf(null)
    store.setState({ auth })
    show(store, { name: 'failure', failure })
    expect(clientStateOf(store.getState())).toMatchObject({
      auth,
      app: auth.app,
      config: demoConfig,
      error: 'USER_DISABLED',
    })
  })

  it('the client state has the phone number and the confirmation result of the expected code', () => {
    const store = createSignInStore()
    show(store, {
      name: 'signInButtons',
      methods: ['phone'],
      lastUsed: null,
      tenant: null,
      inApp: null,
      notice: null,
      step: {
        name: 'verificationCode',
        verificationId: 'sent-1',
        phoneNumber: '+905550000001',
        resendAt: 0,
        messages: 1,
        error: null,
        attempt: 0,
      },
    })
    begin(store)
    expect(clientStateOf(store.getState())).toMatchObject({
      loading: true,
      phoneConfirm: { verificationId: 'sent-1' },
      phoneNumber: '+905550000001',
    })
  })
})
