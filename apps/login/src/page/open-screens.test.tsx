import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import { createSafeStorage } from '../browser/safe-storage.ts'
import { chooseLanguage } from '../language/choose-language.ts'
import { show } from '../sign-in/store.ts'
import { createTestPage } from '../testing/test-page.tsx'
import { demoConfig } from '../testing/demo-config.ts'
import { openScreens } from './open-screens.tsx'

const markup = '"><script>alert(1)</script>'

let place: HTMLElement
let asked: string[]

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'))
  asked = []
})

afterEach(() => {
  vi.restoreAllMocks()
  place.remove()
  localStorage.clear()
  history.replaceState(null, '', '/')
  document.documentElement.removeAttribute('lang')
})

/** Opens the sign-in buttons at this URL, in the language that the page chooses. */
async function openAt(url: string): Promise<void> {
  history.replaceState(null, '', url)
  const { store, signInButtons } = createTestPage()
  store.setState({ config: demoConfig })
  show(store, signInButtons)
  const deps = {
    place,
    language: chooseLanguage(
      location.search,
      createSafeStorage(() => localStorage),
    ),
    fetchMessages: (language: string, namespace: string) => {
      asked.push(`${language}/${namespace}`)
      return Promise.resolve(Response.json(turkishSignIn))
    },
    store,
    loadRegistration: () => Promise.reject(new Error('not asked for')),
    onLanguage() {},
    isPrerendered: () => false,
  }
  await act(() => openScreens(deps, 'sign-in'))
}

const urlWith = (parameters: Record<string, string>) => `/?${new URLSearchParams(parameters)}`

it('the lang and the title of the document follow the language (A14a)', async () => {
  await openAt('/')
  expect(document.documentElement.lang).toBe('en')
  expect(document.title).toBe('Sign in · Acme Portal')
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Language' }))
  await user.click(screen.getByRole('option', { name: 'Türkçe' }))
  await expect.poll(() => document.documentElement.lang).toBe('tr')
  expect(document.title).toBe('Giriş yapın · Acme Portal')
})

it('the page renders and its language can be changed if reading localStorage throws (ST-01a, ST-01b)', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  await openAt('/')
  expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Language' }))
  await user.click(screen.getByRole('option', { name: 'Türkçe' }))
  expect(await screen.findByRole('button', { name: 'Google ile devam et' })).toBeTruthy()
})

it('the copyright line has the current year (A8a)', async () => {
  await openAt('/')
  const panel = screen.getByRole('complementary')
  expect(panel.textContent).toContain(`© ${new Date().getFullYear()} Acme Portal`)
})

it('markup in hl changes neither the lang attribute nor the page (UR-16a)', async () => {
  await openAt(urlWith({ hl: markup }))
  expect(document.documentElement.lang).toBe('en')
  expect(document.documentElement.outerHTML).not.toContain('alert(1)')
})

it('a path in hl causes no request (UR-16b)', async () => {
  await openAt(urlWith({ hl: '../../config' }))
  expect(document.documentElement.lang).toBe('en')
  expect(asked).toEqual([])
})

it('a path in hl causes no request but for the known messages (UR-16b)', async () => {
  await openAt(urlWith({ hl: '../../config', lang: 'tr' }))
  expect(asked).toEqual(['tr/sign-in'])
})

it.each(['__proto__', 'constructor'])(
  'hl=%s changes neither the lang attribute nor Object.prototype (UR-16c)',
  async (hl) => {
    const before = Object.getOwnPropertyNames(Object.prototype)
    await openAt(urlWith({ hl }))
    expect(document.documentElement.lang).toBe('en')
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
    expect(asked).toEqual([])
  },
)

it.each(['error', 'message', 'error_description'])(
  'the text of %s= in the query is never shown (UR-18a)',
  async (name) => {
    await openAt(urlWith({ [name]: 'Your session was stolen. Call 555.' }))
    expect(document.documentElement.outerHTML).not.toContain('stolen')
    expect(screen.getByRole('alert').textContent).toBe('')
  },
)
