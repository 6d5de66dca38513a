import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import { begin, createSignInStore, settle, show, showError } from '../sign-in/store.ts'
import type { Screen } from '../sign-in/screen.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createTestPage } from '../testing/test-page.tsx'
import { listenEarly } from '../prerendered/early-press.ts'
import type { EarlyPress } from '../prerendered/early-press.ts'
import { prerender } from '../prerender/prerender.tsx'
import { findPrerendered, showPrerendered } from '../prerendered/prerendered.ts'
import { createFirstScreens } from './first-screens.ts'

let store: SignInStore
let place: HTMLElement
let pressed: string[]
let buttons: Extract<Screen, { name: 'signInButtons' }>
let earlyPress: EarlyPress | null
/** Lets the script of the screens arrive. */
let arrive: () => void
let isFetched: boolean
let isByReact: boolean
/** React hydrates the prerendered buttons. */
let isHydrated: boolean

/** The page as the server sends it, with the loading view. */
beforeEach(() => {
  store = createSignInStore()
  const page = createTestPage()
  pressed = []
  buttons = { ...page.signInButtons, lastUsed: null }
  document.body.innerHTML = `<div id="root">loading</div>${prerender(demoConfig, 'acme-1a2b3', 2031)}`
  place = document.querySelector<HTMLElement>('#root') ?? document.body
  earlyPress = null
  isFetched = false
  isByReact = false
  isHydrated = false
})

const commands = { continueWith: (method: string) => pressed.push(method) }
const showButtons = (): void => show(store, buttons, commands)

function follow(): void {
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  createFirstScreens({
    place,
    store,
    language: 'en',
    earlyPress,
    async loadScreens(isPrerendered) {
      isFetched = true
      await arrived
      isHydrated = isPrerendered()
      isByReact = true
      return {} as never
    },
    onFailure() {},
  }).follow()
}

/** The inlined script does the same. */
function showEarly(): void {
  const template = findPrerendered('en')
  if (template) showPrerendered(template, place)
  earlyPress = listenEarly(place, () => {})
}

const button = (method: string): HTMLElement | null =>
  place.querySelector<HTMLElement>(`[data-method="${method}"]`)
const untilByReact = () => vi.waitFor(() => expect(isByReact).toBe(true))

describe('when React is fetched', () => {
  it('React is not fetched to show the loading view, which is in the HTML', () => {
    follow()
    show(store, { name: 'loading' })
    expect(isFetched).toBe(false)
    expect(place.textContent).toBe('loading')
  })

  it('React is not fetched for the loading view over sign-in buttons that were shown early', async () => {
    showEarly()
    button('google.com')?.click()
    follow()
    show(store, { name: 'loading' })
    expect(isFetched).toBe(false)
    showButtons()
    await vi.waitFor(() => expect(pressed).toEqual(['google.com']))
  })

  it('React is not fetched for the welcome view where the path has it in the HTML (A2a)', () => {
    place.innerHTML = '<div data-screen="welcome">creating</div>'
    follow()
    show(store, { name: 'welcome' })
    expect(isFetched).toBe(false)
  })

  it('React is fetched to show the welcome view in place of the loading view', () => {
    follow()
    show(store, { name: 'welcome' })
    expect(isFetched).toBe(true)
  })
})

describe('the sign-in buttons', () => {
  it('the sign-in buttons are shown and work before React, which then hydrates them', async () => {
    follow()
    showButtons()
    await vi.waitFor(() => expect(button('google.com')).not.toBeNull())
    button('google.com')?.click()
    expect(pressed).toEqual(['google.com'])

    arrive()
    await untilByReact()
    expect(isHydrated).toBe(true)
  })

  it('a press on buttons that were shown early is carried out when the flow reaches them', async () => {
    showEarly()
    const stood = button('microsoft.com')
    stood?.click()
    follow()
    show(store, { ...buttons, lastUsed: 'google.com' }, commands)
    await vi.waitFor(() => expect(pressed).toEqual(['microsoft.com']))
    expect(button('microsoft.com')).toBe(stood)
    expect(button('google.com')?.hasAttribute('aria-describedby')).toBe(true)
  })

  it('React renders buttons with other methods again, and the press is not lost', async () => {
    showEarly()
    button('google.com')?.click()
    follow()
    show(store, { ...buttons, methods: ['google.com'] }, commands)
    expect(pressed).toEqual([])
    arrive()
    await untilByReact()
    expect(isHydrated).toBe(false)
    await vi.waitFor(() => expect(pressed).toEqual(['google.com']))
  })

  it('React renders the buttons if the server has not', async () => {
    for (const template of document.querySelectorAll('template')) template.remove()
    follow()
    showButtons()
    arrive()
    await untilByReact()
    expect(isHydrated).toBe(false)
  })

  it('a press beside a message is carried out before React is loaded', async () => {
    follow()
    showButtons()
    showError(store, failureOf(new CodedError('auth/timeout'), new Date(0)))
    await vi.waitFor(() => expect(button('google.com')).not.toBeNull())
    button('google.com')?.click()
    expect(pressed).toEqual(['google.com'])
  })

  it('a press on buttons with a message is carried out when React is loaded', async () => {
    showEarly()
    button('google.com')?.click()
    follow()
    show(store, buttons, commands, failureOf(new CodedError('auth/timeout'), new Date(0)))
    expect(isByReact).toBe(false)
    arrive()
    await untilByReact()
    await vi.waitFor(() => expect(pressed).toEqual(['google.com']))
  })

  it('React waits while the user leaves for the provider, and the buttons show which one', async () => {
    follow()
    showButtons()
    begin(store, 'google.com')
    await vi.waitFor(() => expect(button('google.com')?.getAttribute('aria-busy')).toBe('true'))
    button('microsoft.com')?.click()
    expect(pressed).toEqual([])
    arrive()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    expect(isByReact).toBe(false)

    settle(store)
    expect(button('google.com')?.hasAttribute('aria-busy')).toBe(false)
    await untilByReact()
    expect(pressed).toEqual([])
  })
})

it.each<[string, boolean, () => void]>([
  [
    'a message',
    true,
    () => showError(store, failureOf(new CodedError('auth/timeout'), new Date(0))),
  ],
  ['another screen', false, () => show(store, { name: 'signedOut' })],
  [
    'a step of the phone',
    true,
    () => show(store, { ...buttons, step: { name: 'phoneNumber' } as never }),
  ],
  ['the notice about another app', true, () => show(store, { ...buttons, inApp: {} as never })],
])('React is fetched at once to show %s', async (_case, hydrates, happen) => {
  follow()
  showButtons()
  happen()
  arrive()
  await untilByReact()
  expect(isHydrated).toBe(hydrates)
})

it('a press that only React can handle is repeated when React is loaded', async () => {
  follow()
  showButtons()
  await vi.waitFor(() => expect(button('google.com')).not.toBeNull())
  const selector = place.querySelector<HTMLElement>('[aria-haspopup]')
  selector?.click()
  let clicks = 0
  selector?.addEventListener('click', () => (clicks += 1))
  arrive()
  await vi.waitFor(() => expect(clicks).toBe(1))
})

it('a press is not carried out if the request is invalid', async () => {
  showEarly()
  button('google.com')?.click()
  follow()
  const failure = failureOf(new CodedError('auth/timeout'), new Date(0))
  show(store, { name: 'failure', failure })
  arrive()
  await untilByReact()
  expect(pressed).toEqual([])
})

it('screens that could not be loaded are loaded at the next attempt', async () => {
  const outcomes = [Promise.reject(new CodedError('page-outdated')), Promise.resolve({} as never)]
  const loadScreens = vi.fn<() => Promise<never>>(
    () => outcomes.shift() ?? Promise.reject(new Error('loaded again')),
  )
  const firstScreens = createFirstScreens({
    place,
    store,
    language: 'en',
    earlyPress: null,
    loadScreens,
    onFailure() {},
  })
  await expect(firstScreens.open()).rejects.toMatchObject({ code: 'page-outdated' })
  await firstScreens.open()
  await firstScreens.open()
  expect(loadScreens).toHaveBeenCalledTimes(2)
})

it('the heading has the focus once the buttons are shown, for screen readers', async () => {
  follow()
  showButtons()
  await vi.waitFor(() => expect(document.activeElement).toBe(place.querySelector('h1')))
})
