import { beforeEach, expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import type { SignInButtons } from '../sign-in/screen.ts'
import { begin, createSignInStore, show, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { followSignIn } from './follow-sign-in.ts'

const buttons: SignInButtons = {
  name: 'signInButtons',
  methods: ['google.com'],
  lastUsed: null,
  tenant: null,
  inApp: null,
  step: { name: 'methods' },
  notice: null,
}

let store: SignInStore
let search: string
let reloads: number
let forgets: number
let events: EventTarget

beforeEach(() => {
  localStorage.clear()
  store = createSignInStore()
  search = '?mode=login&tid=acme'
  reloads = 0
  forgets = 0
  events = new EventTarget()
  show(store, buttons)
  const window = {
    addEventListener: events.addEventListener.bind(events),
    location: {
      get search() {
        return search
      },
      reload() {
        reloads += 1
      },
    },
    localStorage,
  }
  followSignIn(store, window, () => (forgets += 1))
})

/** Another tab signs in to these tenants. */
function signInElsewhere(...tids: string[]): void {
  const key = 'ciap:auth-tenants:12345'
  localStorage.setItem(key, JSON.stringify(tids))
  events.dispatchEvent(new StorageEvent('storage', { key }))
}

it('a tab that shows the buttons continues when another tab has signed in', () => {
  signInElsewhere('acme')
  expect(reloads).toBe(1)
})

it('a tab that shows where a sign-in link was sent continues when the link was opened in another tab, and does not return to that step', () => {
  const step = { name: 'linkSent', email: 'a@b.example', resendAt: 0, mails: 1 } as const
  show(store, { ...buttons, step })
  signInElsewhere('acme')
  expect({ reloads, forgets }).toEqual({ reloads: 1, forgets: 1 })
})

it('a tab does not follow a sign-in to another tenant, or another change in the storage', () => {
  signInElsewhere('globex', 'acme-two')
  localStorage.setItem('ciap:auth-tenants:12345', JSON.stringify(['acme']))
  events.dispatchEvent(new StorageEvent('storage', { key: 'language' }))
  events.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(reloads).toBe(0)
})

it('a tab that asks for a new sign-in does not follow one', () => {
  search = '?mode=reauth&tid=acme'
  signInElsewhere('acme')
  expect(reloads).toBe(0)
})

it.each<[string, () => void]>([
  [
    'shows an error',
    () => showError(store, failureOf(new CodedError('auth/user-disabled'), new Date(0))),
  ],
  ['is on the way to a provider', () => begin(store, 'google.com')],
  [
    'explains how to link an account',
    () =>
      show(store, { ...buttons, notice: { name: 'guest', directory: 'x.example', email: null } }),
  ],
  [
    'is at a step of a method',
    () =>
      show(store, {
        ...buttons,
        step: { name: 'linkAddress', typed: 'a@b.example', error: null, attempt: 0 },
      }),
  ],
  ['shows another screen', () => show(store, { name: 'signedOut' })],
])('a tab that %s does not follow a sign-in', (_state, act) => {
  act()
  signInElsewhere('acme')
  expect(reloads).toBe(0)
})
