import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import { begin, createSignInStore, settle, show, showError } from '../sign-in/store.ts'
import type { Screen } from '../sign-in/screen.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createTestPage } from '../testing/test-page.tsx'
import { drawFirstScreen } from './draw-first-screen.tsx'
import { findDrawing, showDrawing } from './drawing.ts'
import { listenEarly } from './early-press.ts'
import type { EarlyPress } from './early-press.ts'
import { createFirstScreens } from './first-screens.ts'

let store: SignInStore
let place: HTMLElement
let pressed: string[]
let buttons: Extract<Screen, { name: 'signInButtons' }>
let earlyPress: EarlyPress | null
/** Has the script of the screens arrive. */
let arrive: () => void
let isFetched: boolean
let isByReact: boolean

/** The page as the server sends it, with the loading view. */
beforeEach(() => {
  store = createSignInStore()
  const page = createTestPage()
  pressed = []
  buttons = { ...page.signInButtons, lastUsed: null }
  document.body.innerHTML = `<div id="root">loading</div>${drawFirstScreen(demoConfig, 'acme-1a2b3', 2031)}`
  place = document.querySelector<HTMLElement>('#root') ?? document.body
  earlyPress = null
  isFetched = false
  isByReact = false
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
    async loadScreens(handOver) {
      isFetched = true
      await arrived
      await handOver(() => {
        isByReact = true
        place.replaceChildren('by React')
      })
      return {} as never
    },
    onFailure() {},
  }).follow()
}

/** As the first byte's script does it. */
function showEarly(): void {
  const drawing = findDrawing('en')
  if (drawing) showDrawing(drawing, place)
  earlyPress = listenEarly(place, () => {})
}

const button = (method: string): HTMLElement | null =>
  place.querySelector<HTMLElement>(`[data-method="${method}"]`)
const untilByReact = () => vi.waitFor(() => expect(isByReact).toBe(true))

describe('while the page is at work, React is not even fetched', () => {
  it('to show the loading view, which stands there', () => {
    follow()
    show(store, { name: 'loading' })
    expect(isFetched).toBe(false)
    expect(place.textContent).toBe('loading')
  })

  it('over sign-in buttons that were shown early, whose press would be lost with them', async () => {
    showEarly()
    button('google.com')?.click()
    follow()
    show(store, { name: 'loading' })
    expect(isFetched).toBe(false)
    showButtons()
    await vi.waitFor(() => expect(pressed).toEqual(['google.com']))
  })

  it('to show the welcome view, where the path has it in the HTML (A2a)', () => {
    place.innerHTML = '<div data-screen="welcome">creating</div>'
    follow()
    show(store, { name: 'welcome' })
    expect(isFetched).toBe(false)
  })

  it('but to show the welcome view in place of the loading view it is', () => {
    follow()
    show(store, { name: 'welcome' })
    expect(isFetched).toBe(true)
  })
})

describe('the sign-in buttons', () => {
  it('are shown and answered before React is there, which then draws over them', async () => {
    follow()
    showButtons()
    await vi.waitFor(() => expect(button('google.com')).not.toBeNull())
    button('google.com')?.click()
    expect(pressed).toEqual(['google.com'])

    arrive()
    await untilByReact()
    expect(place.textContent).toBe('by React')
  })

  it('that stand there already are taken on as they are, with the press that they had', async () => {
    showEarly()
    const stood = button('microsoft.com')
    stood?.click()
    follow()
    show(store, { ...buttons, lastUsed: 'google.com' }, commands)
    await vi.waitFor(() => expect(pressed).toEqual(['microsoft.com']))
    expect(button('microsoft.com')).toBe(stood)
    expect(button('google.com')?.hasAttribute('aria-describedby')).toBe(true)
  })

  it('that are not those of the drawing are React’s, and the press is not lost', async () => {
    showEarly()
    button('google.com')?.click()
    follow()
    show(store, { ...buttons, methods: ['google.com'] }, commands)
    expect(pressed).toEqual([])
    arrive()
    await untilByReact()
    await vi.waitFor(() => expect(pressed).toEqual(['google.com']))
  })

  it('are React’s where the server has drawn none', async () => {
    for (const template of document.querySelectorAll('template')) template.remove()
    follow()
    showButtons()
    arrive()
    await untilByReact()
    expect(place.textContent).toBe('by React')
  })

  it('are answered before React is there beside a complaint too', async () => {
    follow()
    showButtons()
    showError(store, failureOf(new CodedError('auth/timeout'), new Date(0)))
    await vi.waitFor(() => expect(button('google.com')).not.toBeNull())
    button('google.com')?.click()
    expect(pressed).toEqual(['google.com'])
  })

  it('with a complaint from the start are React’s, and the press is not lost', async () => {
    showEarly()
    button('google.com')?.click()
    follow()
    show(store, buttons, commands, failureOf(new CodedError('auth/timeout'), new Date(0)))
    expect(isByReact).toBe(false)
    arrive()
    await untilByReact()
    await vi.waitFor(() => expect(pressed).toEqual(['google.com']))
  })

  it('show which one is under way, and React waits for the visitor to leave', async () => {
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
  })
})

describe.each<[string, () => void]>([
  ['a complaint', () => showError(store, failureOf(new CodedError('auth/timeout'), new Date(0)))],
  ['another screen', () => show(store, { name: 'signedOut' })],
  [
    'a step of the phone',
    () => show(store, { ...buttons, step: { name: 'phoneNumber' } as never }),
  ],
  ['the way out of an app', () => show(store, { ...buttons, inApp: {} as never })],
])('%s', (_case, happen) => {
  it('is React’s to show', async () => {
    follow()
    showButtons()
    happen()
    arrive()
    await untilByReact()
    expect(place.textContent).toBe('by React')
  })
})

it('a press is not acted on when the request turns out to be no good', async () => {
  showEarly()
  button('google.com')?.click()
  follow()
  const failure = failureOf(new CodedError('auth/timeout'), new Date(0))
  show(store, { name: 'failure', failure })
  arrive()
  await untilByReact()
  expect(pressed).toEqual([])
})

it('screens that could not be loaded are loaded by the next try', async () => {
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

it('React draws only after the key or finger on a button is released', async () => {
  follow()
  showButtons()
  await vi.waitFor(() => expect(button('google.com')).not.toBeNull())
  button('google.com')?.focus()
  button('google.com')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  arrive()
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  expect(isByReact).toBe(false)
  dispatchEvent(new Event('pointerup'))
  await untilByReact()
})
