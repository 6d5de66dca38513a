import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import { isListed } from '../inline/signed-in-list.ts'
import { createSafeStorage } from '../browser/safe-storage.ts'
import { chooseLanguage, keepLanguage } from '../language/choose-language.ts'
import { createFetchMessages } from '../language/fetch-messages.ts'
import { openScreens } from './open-screens.tsx'
import { createLastMethod } from '../sign-in/last-method.ts'
import { show } from '../sign-in/store.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { button, createTestPage } from '../testing/test-page.tsx'
import type { TestPage } from '../testing/test-page.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

describe('the routes of the page', () => {
  it('the sign-in route shows the screen of the store', async () => {
    await page.open()
    expect(screen.getByRole('heading', { name: 'WELCOME' })).toBeTruthy()
  })

  it('the registration route shows the registration instead', async () => {
    await page.open('en', 'registration')
    expect(await screen.findByText('Registration')).toBeTruthy()
  })
})

describe('blocked localStorage', () => {
  let place: HTMLElement

  beforeEach(() => {
    place = document.body.appendChild(document.createElement('div'))
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied', 'SecurityError')
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    place.remove()
    document.documentElement.removeAttribute('lang')
  })

  /** Runs everything that reads storage at the start of the page, and shows the sign-in buttons. */
  async function openPage(): Promise<void> {
    const storage = createSafeStorage(() => localStorage)
    expect(isListed('acme-1a2b3', () => localStorage)).toBe(false)
    const lastUsed = createLastMethod(storage).recall()
    page.store.setState({ config: demoConfig })
    show(page.store, { ...page.signInButtons, lastUsed })
    const parts = {
      place,
      language: chooseLanguage('', storage),
      fetchMessages: () => Promise.resolve(Response.json(turkishSignIn)),
      store: page.store,
      loadRegistration: () => Promise.reject(new Error('not asked for')),
      onLanguage: (chosen: 'en' | 'tr') => keepLanguage(chosen, storage, location, history),
      isPrerendered: () => false,
    }
    await act(() => openScreens(parts, 'sign-in'))
  }

  it('the page renders if reading localStorage throws (ST-01a)', async () => {
    await openPage()
    expect(button('Continue with Google')).toBeTruthy()
    expect(() => localStorage).toThrow('Access is denied')
  })

  it('the language can be changed for the visit if reading localStorage throws (ST-01b)', async () => {
    await openPage()
    const user = userEvent.setup()
    await user.click(screen.getByRole('combobox', { name: 'Language' }))
    await user.click(screen.getByRole('option', { name: 'Türkçe' }))
    expect(await screen.findByRole('button', { name: 'Google ile devam et' })).toBeTruthy()
    expect(document.documentElement.lang).toBe('tr')
  })
})

it('Turkish messages that never come are replaced by English ones within 3 s, and no key is shown (NW-02c)', async () => {
  vi.useFakeTimers()
  page.store.setState({ config: demoConfig })
  show(page.store, page.signInButtons)
  const fetchMessages = createFetchMessages(() => new Promise(() => {}))
  const opened = page.open('tr', 'sign-in', (language) => fetchMessages(language, 'sign-in'))
  await vi.advanceTimersByTimeAsync(3000)
  vi.useRealTimers()
  await opened
  expect(button('Continue with Google')).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/\w\.\w+[A-Z]|signIn|_[A-Z]/)
})
