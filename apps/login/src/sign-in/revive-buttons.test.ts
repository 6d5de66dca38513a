import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PhoneStep } from './screen.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { reviveButtons } from './revive-buttons.ts'
import { clientStateOf } from './client-state.ts'
import { begin, createSignInStore, show } from './store.ts'
import type { Screen } from './screen.ts'
import type { SignInStore } from './store.ts'

const atMethods: Extract<Screen, { name: 'signInButtons' }> = {
  name: 'signInButtons',
  methods: ['google.com', 'phone'],
  lastUsed: null,
  tenant: null,
  inApp: null,
  step: { name: 'methods' },
  notice: null,
}

const numberStep: PhoneStep = {
  name: 'phoneNumber',
  offered: [],
  country: 'TR',
  typed: '',
  error: null,
  attempt: 0,
}

let store: SignInStore
let popup: { closed: boolean }

beforeEach(() => {
  store = createSignInStore()
  popup = { closed: false }
  window.open = () => popup as Window
  reviveButtons(store, window)
})

function press(signInFlow: 'popup' | 'redirect', screen: Screen = atMethods): void {
  store.setState({ config: { ...demoConfig, signInFlow } })
  show(store, screen)
  begin(store)
}

const isLocked = (): boolean => clientStateOf(store.getState()).loading

describe('the buttons behind a pop-up', () => {
  it('the buttons work when the user is back on the page, even if the pop-up is still open (RD-03a)', () => {
    press('popup')
    window.dispatchEvent(new Event('focus'))
    expect(isLocked()).toBe(false)
  })

  it('the buttons work when the pop-up is closed, without any other event (RD-03a)', async () => {
    press('popup')
    window.open('https://idp.example/')
    expect(isLocked()).toBe(true)
    popup.closed = true
    await vi.waitFor(() => expect(isLocked()).toBe(false))
  })
})

describe('a sign-in in progress', () => {
  it('the buttons stay busy during a redirect to a provider’s page', () => {
    press('redirect')
    window.dispatchEvent(new Event('focus'))
    expect(isLocked()).toBe(true)
  })

  it('the buttons stay busy during the phone steps, which use no pop-up', () => {
    press('popup', { ...atMethods, step: numberStep })
    window.dispatchEvent(new Event('focus'))
    expect(isLocked()).toBe(true)
  })
})

describe('a page from the back/forward cache', () => {
  it('the buttons of a page from the back/forward cache work (ST-07)', () => {
    press('redirect')
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect(isLocked()).toBe(false)
  })

  it('a page load does not change the buttons', () => {
    press('redirect')
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
    expect(isLocked()).toBe(true)
  })
})
