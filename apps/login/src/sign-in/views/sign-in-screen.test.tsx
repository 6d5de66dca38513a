import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import englishSignIn from '@foyer/messages/en/sign-in.json'
import type { MethodSettings } from '@foyer/contract/sign-in-methods'
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
  it('the sign-in screen is the loading view or the buttons, and a flag makes the buttons busy (A7)', async () => {
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

  it('the sign-in methods work with the mouse and the keyboard', async () => {
    await page.openAt(page.signInButtons)
    const user = userEvent.setup()
    await user.click(button('Continue with Google'))
    button('Continue with Microsoft').focus()
    await user.keyboard('{Enter}')
    expect(page.pressed).toEqual(['google.com', 'microsoft.com'])
  })

  it('the heading names the application that the deployment names, and the title too', async () => {
    show(page.store, page.signInButtons)
    const branding = { productName: 'Acme Portal', applicationName: 'Orders' }
    page.store.setState({ config: { ...demoConfig, branding } })
    await page.open('tr')
    expect(screen.getByRole('heading', { name: 'Orders uygulamasına giriş yapın' })).toBeTruthy()
    expect(document.title).toBe('Orders uygulamasına giriş yapın · Acme Portal')
  })

  it('the sign-in screen focuses its heading and sets the title (A14a)', async () => {
    await page.openAt(page.signInButtons)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sign in' }))
    expect(document.title).toBe('Sign in · Acme Portal')
  })

  it('the last used method is marked, and its accessible name stays the same', async () => {
    await page.openAt(page.signInButtons)
    const mark = document.getElementById(
      button('Continue with Microsoft').getAttribute('aria-describedby') ?? '',
    )
    expect(mark?.textContent).toBe('Last used')
    expect(button('Continue with Google').hasAttribute('aria-describedby')).toBe(false)
  })

  it('the account used last has a button with its name and email address, and another account can be used', async () => {
    const account = {
      method: 'google.com',
      name: 'Ayşe Yılmaz',
      email: 'ayse@example.com',
    } as const
    await page.openAt({ ...page.signInButtons, account })
    const user = userEvent.setup()
    const asAyse = screen.getByRole('button', {
      name: /^Continue as ?Ayşe Yılmaz ayse@example.com$/,
    })
    await user.click(asAyse)
    act(() => begin(page.store, 'google.com'))
    expect(asAyse.getAttribute('aria-busy')).toBe('true')
    expect(button('Continue with Google').hasAttribute('aria-busy')).toBe(false)
    act(() => settle(page.store))
    await user.click(button('Use another account'))
    expect(page.pressed).toEqual(['continueAs', 'forgetAccount'])
    expect(document.activeElement).toBe(button('Continue with Google'))
  })

  it('the sign-in screen of a company leads back to the list, if the request has several', async () => {
    await page.openAt(page.signInButtons)
    expect(screen.queryByRole('button', { name: 'Change company' })).toBeNull()
    act(() => show(page.store, { ...page.signInButtons, canChangeTenant: true }))
    await userEvent.setup().click(button('Change company'))
    expect(page.pressed).toEqual(['changeTenant'])
  })

  it('a press before the screen was loaded keeps its announcement, which names no provider', async () => {
    begin(page.store, 'google.com')
    await page.openAt(page.signInButtons)
    act(() => begin(page.store, 'google.com'))
    const announced = screen.getByText('You are being taken to the sign-in page of your provider.')
    expect(announced.hidden).toBe(false)
    expect(announced.closest('output')).not.toBeNull()
  })

  it('the sign-in screen ignores a second press, and shows which method is being carried out', async () => {
    await page.openAt(page.signInButtons)
    const user = userEvent.setup()
    await user.click(button('Continue with Google'))
    act(() => begin(page.store, 'google.com'))
    await user.click(button('Continue with Microsoft'))
    expect(page.pressed).toEqual(['google.com'])
    expect(button('Continue with Google').getAttribute('aria-busy')).toBe('true')
    expect(button('Continue with Microsoft').hasAttribute('aria-busy')).toBe(false)
    expect(screen.getByText('Taking you to Google to sign in.').hidden).toBe(false)

    act(() => settle(page.store))
    await user.click(button('Continue with Microsoft'))
    expect(page.pressed).toEqual(['google.com', 'microsoft.com'])
  })

  const many = ['google.com', 'saml.acme', 'apple.com', 'phone', 'oidc.initech'] as const
  const label = { en: 'Initech staff', tr: 'Initech çalışanları' }
  const initech: MethodSettings = { provider: 'oidc.initech', label, icon: '/logos/initech.svg' }

  async function openMany(language: 'en' | 'tr', lastUsed: string | null = null): Promise<void> {
    page.store.setState({ config: { ...demoConfig, methods: [initech] } })
    show(page.store, { ...page.signInButtons, methods: many, lastUsed, tenant: null })
    await page.open(language)
  }

  it.each([
    ['en', 'More options', 'Continue with Initech staff'],
    ['tr', 'Diğer seçenekler', 'Initech çalışanları ile devam et'],
  ] as const)(
    'of many methods the first three have buttons, and the others are behind “More options”, in the language %s (K1d)',
    async (language, more, name) => {
      await openMany(language)
      const details = screen.getByText(more).closest('details')
      expect(details?.open).toBe(false)
      expect(details?.querySelectorAll('button')).toHaveLength(2)
      await userEvent.setup().click(screen.getByText(more))
      expect(details?.open).toBe(true)
      await userEvent.setup().click(button(name))
      expect(page.pressed).toEqual(['oidc.initech'])
    },
  )

  it('the method used last is never hidden behind “More options” (K1d)', async () => {
    await openMany('en', 'oidc.initech')
    expect(screen.getByText('More options').closest('details')?.open).toBe(true)
    expect(button('Continue with Initech staff').hasAttribute('aria-describedby')).toBe(true)
  })

  it('four methods need no “More options” (K1d)', async () => {
    await page.openAt({ ...page.signInButtons, methods: many.slice(0, 4) })
    expect(screen.queryByText('More options')).toBeNull()
  })

  it('a provider of a company has the image of the config, and a neutral mark without one or if it is broken (K1a)', async () => {
    await openMany('en', 'oidc.initech')
    const mark = () => button('Continue with Initech staff').firstElementChild
    await waitFor(() => expect(mark()?.getAttribute('src')).toBe('/logos/initech.svg'))
    act(() => void mark()?.dispatchEvent(new Event('error')))
    expect(mark()?.tagName).toBe('svg')
    expect(button('Continue with saml.acme').querySelector('svg circle')).not.toBeNull()
  })

  it.each([
    ['en', 'Continue with Google', 'Continue with Microsoft', 'Continue with phone number'],
    ['tr', 'Google ile devam et', 'Microsoft ile devam et', 'Telefon numarası ile devam et'],
  ] as const)(
    'the buttons in the language %s have the agreed messages (Ic)',
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
    'auth/unauthorized-domain is reported in the language %s, and the buttons still work (UR-22b)',
    async (language, sentence, name) => {
      await page.openAt(page.signInButtons, language)
      const failure = failureOf(new CodedError('auth/unauthorized-domain'), new Date(0))
      act(() => showError(page.store, failure))
      expect(screen.getByRole('alert').textContent).toContain(sentence)
      await userEvent.setup().click(button(name))
      expect(page.pressed).toEqual(['google.com'])
    },
  )

  it('a lost network is announced once, in a live region that was rendered before (AX-01c)', async () => {
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

  it('an error is announced in a live region that was rendered before, and its code is not shown (G4b)', async () => {
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

  it('the sign-in screen has a link to registration if new users may register', async () => {
    await page.openAt(page.signInButtons)
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
    act(() => page.store.setState({ config: { ...demoConfig, selfRegistration: true } }))
    const way = screen.getByRole('link', { name: 'Create an account' })
    expect(way.getAttribute('href')).toBe('/registration')
  })

  it('the sign-in screen says if a company has no sign-in method', async () => {
    await page.openAt({ ...page.signInButtons, methods: [] })
    expect(screen.getByText(englishSignIn.signIn.noMethod)).toBeTruthy()
  })
})
