import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import englishSignIn from '@foyer/messages/en/sign-in.json'
import { CodedError } from '../../errors/coded-error.ts'
import { failureOf } from '../../errors/failure.ts'
import { begin, isBusy, settle, show, showError } from '../store.ts'
import { demoConfig } from '../../testing/demo-config.ts'
import { button, createTestPage } from '../../testing/test-page.tsx'
import type { TestPage } from '../../testing/test-page.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

describe('sign-in screen', () => {
  it('is the loading view or the buttons, and a flag makes the buttons busy (A7)', async () => {
    await page.open()
    expect(screen.getByRole('heading', { name: 'WELCOME' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull()
    expect(isBusy(page.store.getState())).toBe(false)

    act(() => show(page.store, page.signInButtons))
    expect(screen.queryByRole('heading', { name: 'WELCOME' })).toBeNull()

    const user = userEvent.setup()
    act(() => begin(page.store, 'google.com'))
    await user.click(button('Continue with Google'))
    expect(page.pressed).toEqual([])
    act(() => settle(page.store))
    await user.click(button('Continue with Google'))
    expect(page.pressed).toEqual(['google.com'])
  })

  it('offers the methods, by mouse and by keyboard', async () => {
    await page.openAt(page.signInButtons)
    const user = userEvent.setup()
    await user.click(button('Continue with Google'))
    button('Continue with Microsoft').focus()
    await user.keyboard('{Enter}')
    expect(page.pressed).toEqual(['google.com', 'microsoft.com'])
  })

  it('puts the focus on its heading and its name in the title (A14a)', async () => {
    await page.openAt(page.signInButtons)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sign in' }))
    expect(document.title).toBe('Sign in · Acme Portal')
  })

  it('marks the method that was used last without changing its name', async () => {
    await page.openAt(page.signInButtons)
    const mark = document.getElementById(
      button('Continue with Microsoft').getAttribute('aria-describedby') ?? '',
    )
    expect(mark?.textContent).toBe('Last used')
    expect(button('Continue with Google').hasAttribute('aria-describedby')).toBe(false)
  })

  it('takes no second press while one is under way, and shows which', async () => {
    await page.openAt(page.signInButtons)
    const user = userEvent.setup()
    await user.click(button('Continue with Google'))
    act(() => begin(page.store, 'google.com'))
    await user.click(button('Continue with Microsoft'))
    expect(page.pressed).toEqual(['google.com'])
    expect(button('Continue with Google').getAttribute('aria-busy')).toBe('true')
    expect(button('Continue with Microsoft').hasAttribute('aria-busy')).toBe(false)
    expect(screen.getByRole('status').textContent).not.toBe('')

    act(() => settle(page.store))
    await user.click(button('Continue with Microsoft'))
    expect(page.pressed).toEqual(['google.com', 'microsoft.com'])
  })

  it.each([
    ['en', 'Continue with Google', 'Continue with Microsoft', 'Continue with phone number'],
    ['tr', 'Google ile devam et', 'Microsoft ile devam et', 'Telefon numarası ile devam et'],
  ] as const)(
    'has the agreed words on its buttons in the language %s (Ic)',
    async (language, ...names) => {
      const methods = ['google.com', 'microsoft.com', 'phone'] as const
      await page.openAt({ ...page.signInButtons, methods }, language)
      const shown = within(screen.getByRole('main')).getAllByRole('button')
      expect(shown.map(({ textContent }) => textContent)).toEqual(
        expect.arrayContaining(names.map((name) => expect.stringContaining(name))),
      )
      for (const name of names) expect(button(name)).toBeTruthy()
    },
  )

  it.each([
    ['en', 'Signing in through localhost is not set up', 'Continue with Google'],
    ['tr', 'localhost üzerinden giriş tanımlanmamış', 'Google ile devam et'],
  ] as const)(
    'tells auth/unauthorized-domain in the language %s, and its buttons still work (UR-22b)',
    async (language, sentence, name) => {
      await page.openAt(page.signInButtons, language)
      const failure = failureOf(new CodedError('auth/unauthorized-domain'), new Date(0))
      act(() => showError(page.store, failure))
      expect(screen.getByRole('alert').textContent).toContain(sentence)
      await userEvent.setup().click(button(name))
      expect(page.pressed).toEqual(['google.com'])
    },
  )

  it('tells a lost network once, in the live region that was there before it (AX-01c)', async () => {
    await page.openAt(page.signInButtons)
    const region = screen.getByRole('alert')
    expect(region.textContent).toBe('')
    const failure = failureOf(new CodedError('auth/network-request-failed'), new Date(0))
    act(() => showError(page.store, failure))
    const message = screen.getByText(/^The sign-in service could not be reached\./)
    expect(message.closest('[role="alert"]')).toBe(region)
    act(() => settle(page.store))
    expect(screen.getByText(/^The sign-in service could not be reached\./)).toBe(message)
  })

  it('tells an error in the live region that was there before it, without its code (G4b)', async () => {
    await page.openAt(page.signInButtons)
    const region = screen.getByRole('alert')
    expect(region.textContent).toBe('')
    const failure = failureOf(new CodedError('auth/user-disabled'), new Date(0))
    act(() => showError(page.store, failure))
    expect(screen.getByRole('alert')).toBe(region)
    expect(region.textContent).toContain(
      'Your account has been deactivated. Please contact your manager.',
    )
    expect(region.textContent).toContain(failure.reference)
    expect(document.body.textContent).not.toContain('auth/')
  })

  it('leads to registration where newcomers may register', async () => {
    await page.openAt(page.signInButtons)
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
    act(() => page.store.setState({ config: { ...demoConfig, selfRegistration: true } }))
    const way = screen.getByRole('link', { name: 'Create an account' })
    expect(way.getAttribute('href')).toBe('/registration')
  })

  it('says so when a company has no method', async () => {
    await page.openAt({ ...page.signInButtons, methods: [] })
    expect(screen.getByText(englishSignIn.signIn.noMethod)).toBeTruthy()
  })
})
