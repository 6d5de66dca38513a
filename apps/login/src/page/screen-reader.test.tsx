import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { offeredCountries } from '../phone/countries.ts'
import type { Screen } from '../sign-in/screen.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createTestPage } from '../testing/test-page.tsx'
import type { TestPage } from '../testing/test-page.tsx'
import { loadSignInLinkScreens, phoneScreen } from './late-parts.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

const main = () => within(screen.getByRole('main'))
const heading = () => main().getByRole('heading', { level: 1 }).textContent
/** The accessible names of the controls of a role, in order. */
const namesOf = (role: string) => main().queryAllByRole(role).map(computedName)

function computedName(element: HTMLElement): string {
  const label = (element as HTMLInputElement).labels?.[0]?.textContent
  return element.getAttribute('aria-label') ?? label ?? element.textContent
}

const phone = (step: Extract<Screen, { name: 'signInButtons' }>['step']): Screen => ({
  ...page.signInButtons,
  step,
})

it('the field for the phone number has a name, and its heading is also the title', async () => {
  await phoneScreen.load()
  await page.openAt(
    phone({
      name: 'phoneNumber',
      offered: offeredCountries(),
      country: 'TR',
      typed: '',
      error: null,
      attempt: 0,
    }),
  )
  expect(heading()).toBe('Enter your phone number')
  expect(document.title).toMatch(/^Enter your phone number/)
  expect(namesOf('combobox')).toEqual(['Country code'])
  expect(namesOf('textbox')).toEqual(['Phone number'])
  expect(namesOf('button')).toEqual(['Send code', 'Back to sign-in options'])
})

it('the field for the code has a name, and its heading is also the title', async () => {
  await phoneScreen.load()
  await page.openAt(
    phone({
      name: 'verificationCode',
      verificationId: 'sent-1',
      phoneNumber: '+905550000001',
      resendAt: Date.now() + 60_000,
      messages: 1,
      error: null,
      attempt: 0,
    }),
  )
  expect(heading()).toBe('Enter the code')
  expect(document.title).toMatch(/^Enter the code/)
  const announced = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(announced).toContainEqual(expect.stringMatching(/^Your code has been sent to/))
  expect(namesOf('textbox')).toEqual(['Verification code'])
  expect(namesOf('button')).toEqual([
    'Change the number',
    'Verify',
    'Resend code',
    'Back to sign-in options',
  ])
})

it('the notice about an existing account is announced as no error, above the methods, in place of the usual lead', async () => {
  await loadSignInLinkScreens()
  await page.openAt({
    ...page.signInButtons,
    methods: ['google.com'],
    notice: {
      name: 'accountExists',
      email: 'ayse@example.com',
      providerId: 'google.com',
      newProviderId: 'microsoft.com',
      canSendLink: false,
    },
  })
  const message = screen.getByText(/^There is already an account for/).closest('p')
  expect(message?.textContent).toBe(
    "There is already an account for ayse@example.com. Sign in with Google once, and we'll connect Microsoft to it.",
  )
  expect(message?.closest('[role="status"]')).toBeInstanceOf(HTMLElement)
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(screen.queryByText('Choose how you would like to continue.')).toBeNull()
  const [method, ...others] = main().getAllByRole('listitem')
  expect(method && within(method).getByRole('button').textContent).toBe('Continue with Google')
  expect(others).toEqual([])
  // Who has an account need not create one.
  act(() => page.store.setState({ config: { ...demoConfig, selfRegistration: true } }))
  expect(main().queryByRole('link', { name: 'Create an account' })).toBeNull()
})

it('the choice between two accounts is two buttons with their names, under a heading', async () => {
  const named = (label: string) => ({ label, company: null })
  await page.openAt({
    name: 'confirmAccount',
    current: named('ayse@example.com'),
    other: named('derya@example.com'),
  })
  expect(heading()).toBe('Which account would you like to use?')
  expect(namesOf('button')).toEqual(['Continue as ayse@example.com', 'Switch to derya@example.com'])
  for (const button of main().getAllByRole('button')) button.click()
  expect(page.pressed).toEqual(['keepAccount', 'changeAccount'])
})

it('the wait for a new account is a heading without controls', async () => {
  await page.openAt({ name: 'welcome' })
  expect(heading()).toContain('Thank you for waiting! We are creating your account.')
  expect(main().queryAllByRole('button')).toEqual([])
})
