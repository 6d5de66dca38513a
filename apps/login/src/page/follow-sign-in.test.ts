import { beforeEach, expect, it, vi } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import type { TenantAuth } from '../identity/identity.ts'
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
/** The account that this browser stores. */
let stored: { email: string | null } | Error | null

beforeEach(() => {
  localStorage.clear()
  store = createSignInStore()
  search = '?mode=login&tid=acme'
  reloads = 0
  forgets = 0
  stored = { email: 'a@b.example' }
  store.setState({
    auth: {
      currentUser: () =>
        stored instanceof Error ? Promise.reject(stored) : Promise.resolve(stored),
    } as Partial<TenantAuth> as TenantAuth,
  })
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

const sent = { email: 'a@b.example', resendAt: 0, mails: 1 } as const
const waiting = [
  ['a sign-in link', { name: 'linkSent', ...sent }],
  ['a link of the method email link', { name: 'emailLinkSent', ...sent, error: null, attempt: 0 }],
  ['a link for a new password', { name: 'resetSent', ...sent }],
] as const

it.each(waiting)(
  'a tab that shows where %s was sent continues when the link was opened in another tab, and does not return to that step',
  async (_what, step) => {
    stored = { email: 'A@b.example' }
    show(store, { ...buttons, step })
    signInElsewhere('acme')
    await vi.waitFor(() => expect({ reloads, forgets }).toEqual({ reloads: 1, forgets: 1 }))
  },
)

it.each(waiting)(
  'a tab that shows where %s was sent keeps its request for that user when another one signs in',
  async (_what, step) => {
    show(store, { ...buttons, step })
    for (const other of [{ email: 'c@b.example' }, { email: null }, null, new Error('blocked')]) {
      stored = other
      signInElsewhere('acme')
      await settled()
    }
    expect({ reloads, forgets }).toEqual({ reloads: 0, forgets: 0 })
  },
)

it.each(waiting)(
  'a tab that shows where %s was sent continues when it gets the focus, if its tenant was in the list before',
  async (_what, step) => {
    localStorage.setItem('ciap:auth-tenants:12345', JSON.stringify(['acme']))
    stored = { email: 'c@b.example' }
    show(store, { ...buttons, step })
    events.dispatchEvent(new Event('focus'))
    await settled()
    expect(reloads).toBe(0)
    stored = { email: 'a@b.example' }
    events.dispatchEvent(new Event('focus'))
    await vi.waitFor(() => expect({ reloads, forgets }).toEqual({ reloads: 1, forgets: 1 }))
  },
)

it('a tab that gets the focus stays at its buttons, or if nobody is signed in to its tenant', async () => {
  localStorage.setItem('ciap:auth-tenants:12345', JSON.stringify(['acme']))
  events.dispatchEvent(new Event('focus'))
  const [, [, step]] = waiting
  show(store, { ...buttons, step })
  search = '?mode=login&tid=globex'
  events.dispatchEvent(new Event('focus'))
  search = '?mode=reauth&tid=acme'
  events.dispatchEvent(new Event('focus'))
  await settled()
  expect(reloads).toBe(0)
})

it('a tab does not follow a sign-in if the user has entered something before the account was read', async () => {
  const [, [, step]] = waiting
  show(store, { ...buttons, step })
  signInElsewhere('acme')
  begin(store)
  await settled()
  expect(reloads).toBe(0)
})

/** The account was read. */
const settled = () => new Promise((resolve) => void setTimeout(resolve))

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
