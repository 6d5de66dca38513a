import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import english from '@foyer/messages/en/password.json'
import turkish from '@foyer/messages/tr/password.json'
import turkishErrors from '@foyer/messages/tr/errors.json'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import type { Language } from '../language/choose-language.ts'
import { createI18n } from '../language/i18n.ts'
import { I18nProvider } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { PasswordStep } from '../sign-in/screen.ts'
import { NewPasswordScreen } from './new-password-screen.tsx'
import { addPasswordMessages } from './password-part.ts'
import { PasswordScreen } from './password-screen.tsx'

let commands: unknown[][]
beforeEach(() => {
  commands = []
})
const run: RunCommand = (name, ...input) => void commands.push([name, ...(input as unknown[])])

type Form = Extract<PasswordStep, { name: 'password' }>
const form = (change: Partial<Form> = {}): Form => ({
  name: 'password',
  typed: '',
  errors: {},
  attempt: 0,
  ...change,
})

async function i18nIn(language: Language) {
  const i18n = await createI18n(language, () => Promise.resolve(Response.json(turkishSignIn)))
  await addPasswordMessages(i18n)
  return i18n
}

async function open(step: PasswordStep, language: Language = 'en', isBusy = false) {
  const i18n = await i18nIn(language)
  const view = (shown: PasswordStep) => (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <PasswordScreen step={shown} isBusy={isBusy} run={run} />
      </I18nProvider>
    </StrictMode>
  )
  const { rerender } = render(view(step))
  return (next: PasswordStep) => act(() => rerender(view(next)))
}

const emailField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
const passwordField = () => screen.getByLabelText<HTMLInputElement>('Password')
const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
const isInvalid = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true'
const button = (name: string) => screen.getByRole('button', { name })

describe('the form for email address and password', () => {
  it('is one form that password managers understand, with the first empty field in focus', async () => {
    await open(form())
    expect(emailField().getAttribute('autocomplete')).toBe('username')
    expect(passwordField().getAttribute('autocomplete')).toBe('current-password')
    expect(passwordField().getAttribute('type')).toBe('password')
    expect(emailField().form).toBe(passwordField().form)
    expect(document.activeElement).toBe(emailField())
  })

  it('has the password in focus if the email address is known, and Enter sends both', async () => {
    await open(form({ typed: 'ayse@acme.example' }))
    expect(document.activeElement).toBe(passwordField())
    await userEvent.keyboard('secret{Enter}')
    expect(commands).toEqual([['signInWithPassword', 'ayse@acme.example', 'secret']])
  })

  it('shows the password on request, and hides it again when it is sent', async () => {
    await open(form({ typed: 'ayse@acme.example' }))
    await userEvent.type(passwordField(), 'secret')
    await userEvent.click(button('Show password'))
    expect(passwordField().getAttribute('type')).toBe('text')
    await userEvent.click(button('Sign in'))
    expect(passwordField().getAttribute('type')).toBe('password')
    expect(passwordField().value).toBe('secret')
    expect(button('Show password').textContent).toBe('Show')
  })

  it.each(['en', 'tr'] as const)(
    'says at the password that the two do not match, and selects it (K1g): %s',
    async (language) => {
      const show = await open(form({ typed: 'ayse@acme.example' }), language)
      const text = (language === 'tr' ? turkish : english).current
      const field = screen.getByLabelText<HTMLInputElement>(text)
      await userEvent.type(field, 'secret')
      show(form({ typed: 'ayse@acme.example', errors: { password: 'wrong' }, attempt: 1 }))
      const message =
        language === 'tr'
          ? turkishErrors.INVALID_CREDENTIAL
          : 'Try again! Be sure you entered the information correctly.'
      expect(descriptionOf(field)).toContain(message)
      expect(isInvalid(field)).toBe(true)
      expect(document.activeElement).toBe(field)
      expect(field.value).toBe('secret')
    },
  )

  it('a missing email address takes the focus before a missing password', async () => {
    const show = await open(form())
    passwordField().focus()
    show(form({ errors: { email: 'required', password: 'required' }, attempt: 1 }))
    expect(document.activeElement).toBe(emailField())
    expect(descriptionOf(emailField())).toContain('Required')
  })

  it('passes on what was typed to the form for a new password', async () => {
    await open(form())
    await userEvent.type(emailField(), 'ayse@acme.example')
    await userEvent.click(button('Forgot your password?'))
    expect(commands).toEqual([['openReset', 'ayse@acme.example']])
  })

  it('sends nothing while it is busy, and says what happens', async () => {
    await open(form({ typed: 'ayse@acme.example' }), 'en', true)
    await userEvent.type(passwordField(), 'secret{Enter}')
    expect(commands).toEqual([])
    expect(screen.getByRole('status').textContent).toBe('You are being signed in.')
  })
})

describe('the screen for a new password', () => {
  const rules = {
    minLength: 12,
    maxLength: 64,
    lowercase: true,
    uppercase: true,
    digit: true,
    symbol: '!?',
  }

  async function openNew(change: Partial<Parameters<typeof NewPasswordScreen>[0]> = {}) {
    const i18n = await i18nIn('en')
    render(
      <I18nProvider i18n={i18n}>
        <NewPasswordScreen
          {...{ email: 'ayse@acme.example', isFirst: false, rules, refusal: null, attempt: 0 }}
          {...{ isBusy: false, run, applicationUrl: 'https://app.example.com/' }}
          {...change}
        />
      </I18nProvider>,
    )
    return screen.getByLabelText('New password')
  }

  const conditions = () =>
    screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\s+/g, ' '))

  it('explains the conditions before the password is typed, and marks each one that is met while it is typed (K1i)', async () => {
    const field = await openNew()
    expect(field.getAttribute('autocomplete')).toBe('new-password')
    expect(document.activeElement).toBe(field)
    expect(conditions()).toEqual([
      'at least 12 characters (still missing)',
      'at most 64 characters (done)',
      'a small letter (a–z) (still missing)',
      'a capital letter (A–Z) (still missing)',
      'a digit (still missing)',
      'a special character, such as ! or ? (still missing)',
    ])
    expect(descriptionOf(field)).toContain('at least 12 characters')
    await userEvent.type(field, 'deniz Kenarı 7!')
    expect(conditions().every((condition) => condition?.endsWith('(done)'))).toBe(true)
    await userEvent.keyboard('{Enter}')
    expect(commands).toEqual([['setPassword', 'deniz Kenarı 7!']])
  })

  it.each([
    ['required', english.required],
    ['weak', english.refused.weak],
    ['common', english.refused.common],
    ['breached', english.refused.breached],
    ['personal', english.refused.personal],
    ['current', english.refused.current],
  ] as const)('says why a password is refused: %s (K1i)', async (refusal, text) => {
    const field = await openNew({ refusal, attempt: 1 })
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(text)
    expect(isInvalid(field)).toBe(true)
  })

  it('names the account for password managers, and offers to keep the old password only if it may be kept', async () => {
    const field = await openNew()
    const account = field
      .closest('form')
      ?.querySelector<HTMLInputElement>('[autocomplete="username"]')
    expect(account?.value).toBe('ayse@acme.example')
    // The user reads it above the form.
    expect(screen.queryByRole('textbox', { name: 'Email' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Keep the old password' }).getAttribute('href')).toBe(
      'https://app.example.com/',
    )
  })

  it('a password that must be replaced cannot be kept, but its user can use another account (K1j)', async () => {
    await openNew({ isFirst: true })
    expect(screen.queryByRole('link')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Use another account' }))
    expect(commands).toEqual([['changeAccount']])
  })
})
