import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { I18nProvider } from '../language/use-translation.tsx'
import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import english from '@foyer/messages/en/registration.json'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import turkish from '@foyer/messages/tr/registration.json'
import type { Failure } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import { createI18n } from '../language/i18n.ts'
import type { RegistrationFlow, ShownRegistration } from './registration-flow.ts'
import type { RegistrationStep } from './registration-state.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { RegistrationPage } from './registration-page.tsx'

const form: Extract<RegistrationStep, { name: 'form' }> = {
  name: 'form',
  values: {},
  isInvited: false,
  fixed: [],
  errors: {},
  attempt: 0,
  isSending: false,
  failure: null,
  isCorrection: false,
}

const mailSent: Extract<RegistrationStep, { name: 'mailSent' }> = {
  name: 'mailSent',
  email: 'ayse@example.com',
  resendAt: 0,
  mails: 1,
  isSending: false,
  failure: null,
}

const refusal = (key: Failure['key']): Failure => ({
  key,
  action: 'application',
  reference: 'R-1',
})

async function open(step: RegistrationStep, language: Language = 'en') {
  const i18n = await createI18n(language, () => Promise.resolve(Response.json(turkishSignIn)))
  i18n.addResourceBundle('en', 'registration', english)
  i18n.addResourceBundle('tr', 'registration', turkish)
  const store = createStore<ShownRegistration>()(() => ({ config: demoConfig, step }))
  const submitted: unknown[] = []
  const kept: unknown[] = []
  const confirmations: true[] = []
  const presses: string[] = []
  const flow: RegistrationFlow = {
    store,
    start() {},
    retry() {},
    keep: (values) => kept.push(values),
    submit: (values) => submitted.push(values),
    confirm: () => confirmations.push(true),
    resend: () => presses.push('resend'),
    correct: () => presses.push('correct'),
    leaveLink: () => presses.push('leaveLink'),
  }
  render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <RegistrationPage flow={flow} year={2031} onLanguage={() => {}} />
      </I18nProvider>
    </StrictMode>,
  )
  return { store, submitted, kept, confirmations, presses }
}

it.each([
  ['en', ['First name', 'Last name', 'Email', 'Company'], 'Create account', 'Create your account'],
  ['tr', ['Ad', 'Soyad', 'E-posta', 'Şirket'], 'Hesap oluştur', 'Hesabınızı oluşturun'],
] as const)(
  'the registration form in the language %s has four fields, each with a visible label and a placeholder (A3a, A3b)',
  async (language, labels, button, heading) => {
    await open(form, language)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading)
    const fields = screen.getAllByRole<HTMLInputElement>('textbox')
    expect(fields.map((field) => field.labels?.[0]?.textContent)).toEqual(labels)
    for (const field of fields) {
      expect(field.placeholder).not.toBe('')
      expect(field.labels?.[0]?.className).toBe('')
    }
    expect(screen.getByRole('button', { name: button })).toBeTruthy()
  },
)

it('Enter submits the content of the registration form, also if a password manager has filled it in (FM-10)', async () => {
  const { submitted } = await open(form)
  const values = {
    firstName: 'Ayşe',
    lastName: 'Yılmaz',
    email: 'ayse@example.com',
    company: 'Acme',
  }
  screen.getByLabelText<HTMLInputElement>('First name').value = values.firstName
  screen.getByLabelText<HTMLInputElement>('Last name').value = values.lastName
  screen.getByLabelText<HTMLInputElement>('Email').value = values.email
  await userEvent.type(screen.getByLabelText('Company'), `${values.company}{Enter}`)
  expect(submitted).toEqual([values])
})

it('every field of the registration form that can be edited is required, also for a screen reader', async () => {
  await open({ ...form, fixed: ['company'] })
  const required = screen
    .getAllByRole<HTMLInputElement>('textbox')
    .filter((field) => field.getAttribute('aria-required') === 'true')
  expect(required.map(({ name }) => name)).toEqual(['firstName', 'lastName', 'email'])
})

it('each error of the registration form belongs to its field, and the focus moves to the first of them', async () => {
  const { store } = await open(form)
  const reject = (attempt: number) =>
    act(() => {
      store.setState({
        step: { ...form, errors: { lastName: 'required', email: 'invalid' }, attempt },
      })
    })
  reject(1)
  const lastName = screen.getByLabelText('Last name')
  expect(document.activeElement).toBe(lastName)
  const messageOf = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  expect(messageOf(lastName)).toBe('Required')
  const email = screen.getByLabelText('Email')
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(messageOf(email)).toBe('Enter it as name@company.com.')
  expect(screen.getByLabelText('First name').getAttribute('aria-invalid')).toBeNull()

  email.focus()
  reject(2)
  expect(document.activeElement).toBe(lastName)
})

it('the number of errors of the registration form is announced at each attempt', async () => {
  const { store } = await open(form)
  const announced = () => screen.getByText('2 fields need your attention.')
  const step = { ...form, errors: { firstName: 'required', email: 'invalid' } } as const
  act(() => store.setState({ step: { ...step, attempt: 1 } }))
  const first = announced()
  expect(first.closest('output')).not.toBeNull()
  act(() => store.setState({ step: { ...step, attempt: 2 } }))
  expect(announced()).not.toBe(first)
})

it('errors of the registration form are in Turkish only, if the page is', async () => {
  const { store } = await open(form, 'tr')
  act(() => {
    store.setState({
      step: { ...form, errors: { firstName: 'required', email: 'invalid' }, attempt: 1 },
    })
  })
  const { textContent } = screen.getByRole('main')
  expect(textContent).toContain('Zorunlu alan')
  expect(textContent).not.toMatch(/required|account|field|email|address/i)
})

it('the invited values are shown as text that cannot be changed', async () => {
  await open({
    ...form,
    isInvited: true,
    fixed: ['email', 'company'],
    values: { email: 'a@example.com', company: '<b>X</b> Ltd' },
  })
  const company = screen.getByLabelText<HTMLInputElement>('Company')
  expect(company.readOnly).toBe(true)
  expect(company.value).toBe('<b>X</b> Ltd') // FM-09
  const description = document.getElementById(company.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe("From your invitation; it can't be changed here.")
  expect(screen.getByLabelText<HTMLInputElement>('First name').readOnly).toBe(false)
})

it('the registration form keeps what is typed', async () => {
  const { kept } = await open(form)
  await userEvent.type(screen.getByLabelText('First name'), 'A')
  expect(kept.at(-1)).toMatchObject({ firstName: 'A' })
})

it('the registration form is busy while it is being sent', async () => {
  const { submitted } = await open({ ...form, isSending: true })
  const button = screen.getByRole('button', { name: 'Create account' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Your account is being created.')).toBeTruthy()
  expect(submitted).toEqual([])
})

it('the registration form counts the server’s wait down, and sends nothing until it is over', async () => {
  const failure: Failure = {
    key: 'TOO_MANY_REQUESTS',
    action: 'retry',
    reference: 'R-1',
    retryAt: Date.now() + 90_000,
  }
  const { store, submitted } = await open({ ...form, failure, attempt: 1 })
  expect(screen.getByRole('alert').textContent).toMatch(/You can try again in (90|89) seconds\./)
  const button = screen.getByRole('button', { name: 'Create account' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.type(screen.getByLabelText('Company'), 'Acme{Enter}')
  expect(submitted).toEqual([])

  act(() => store.setState({ step: { ...form, failure: { ...failure, retryAt: Date.now() } } }))
  await userEvent.click(button)
  expect(submitted).toHaveLength(1)
})

it.each([
  ['SERVICE_UNAVAILABLE', 'Registration is not available at the moment.'],
  ['UNKNOWN_ERROR', 'Your account could not be created.'],
  ['NETWORK', 'could not be reached'],
] as const)('the registration form shows for %s: %s', async (key, message) => {
  await open({ ...form, failure: { key, action: 'retry', reference: 'R-1' } })
  expect(screen.getByRole('alert').textContent).toContain(message)
  expect(screen.getByRole('alert').textContent).toContain('R-1')
})

it.each(['form', 'confirmation'] as const)(
  'the registration %s has a link to log in',
  async (name) => {
    await open(name === 'form' ? form : { name, isSending: false, failure: null })
    const way = screen.getByRole('link', { name: 'Log in' })
    expect(way.getAttribute('href')).toBe(demoConfig.productURL)
  },
)

it('a closed registration explains that an invitation is needed', async () => {
  await open({ name: 'closed' })
  expect(screen.getByRole('heading', { name: 'Registration is by invitation' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
})

it('after a registration, the page does not reveal whether the email address has an account', async () => {
  await open(mailSent)
  expect(document.querySelector('.sent')?.textContent).toMatch(
    /^If ayse@example\.com can be registered/,
  )
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
})

it('after a registration, the email can be sent again and its address changed', async () => {
  const { presses } = await open(mailSent)
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await userEvent.click(screen.getByRole('button', { name: 'Change the email address' }))
  expect(presses).toEqual(['resend', 'correct'])
})

it('the email cannot be sent again while the remaining time is shown, and the end of the wait is announced', async () => {
  const { store, presses } = await open({ ...mailSent, resendAt: Date.now() + 60_000 })
  expect(screen.getByText(/^You can send another email in (60|59) seconds\.$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect(presses).toEqual([])
  act(() => store.setState({ step: mailSent }))
  const announced = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(announced).toContain('You can send another email now.')
})

it('an email that was sent again is announced', async () => {
  const { store } = await open(mailSent)
  const sentence = screen.getByText(/can be registered/).parentElement
  act(() => store.setState({ step: { ...mailSent, mails: 2 } }))
  expect(sentence?.isConnected).toBe(false)
  expect(screen.getByText(/can be registered/).closest('output')).not.toBeNull()
})

it('an email that is not sent again because of too many is explained, with the wait', async () => {
  const retryAt = Date.now() + 3_000_000
  await open({
    ...mailSent,
    resendAt: retryAt,
    failure: { ...refusal('TOO_MANY_REQUESTS'), action: 'retry', retryAt },
  })
  const { textContent } = screen.getByRole('alert')
  expect(textContent).toContain('Too many emails were requested.')
  expect(textContent).toContain('You can try again in 50 minutes.')
})

it('a user who corrects the email address is at its field, which has what they typed', async () => {
  await open({ ...form, values: { email: 'ayse@exmaple.com' }, isCorrection: true })
  const field = screen.getByLabelText<HTMLInputElement>('Email')
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('ayse@exmaple.com')
})

it('the link in the email is used by a press', async () => {
  const { confirmations } = await open({ name: 'confirmation', isSending: false, failure: null })
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect(confirmations).toHaveLength(1)
})

it('a refused registration has a link to log in', async () => {
  await open({ name: 'refused', failure: refusal('REGISTRATION_REFUSED') })
  expect(screen.getByRole('alert').textContent).toContain(
    'Your information could not be verified. Would you like to log in?',
  )
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
    demoConfig.productURL,
  )
})

it.each([
  [
    'REGISTRATION_EXPIRED',
    'Your registration link has expired. Please open the link that brought you here again, or contact your provider.',
  ],
  [
    'REGISTRATION_REFUSED',
    'We could not verify this invitation. Open the link exactly as you received it, or ask for a new invitation.',
  ],
  [
    'OTHER_TENANT',
    'This link is for a company that cannot sign in here. Please open your application again, or contact your manager.',
  ],
] as const)(
  'an invitation that cannot be used (%s) is explained once, with what to do, and the user can log in',
  async (key, sentence) => {
    await open({ name: 'unusable', failure: refusal(key), isInvitation: true })
    const heading = screen.getByRole('heading', { level: 1 })
    expect(heading.textContent).toBe('This invitation cannot be used')
    const message = screen.getByText(sentence)
    expect(screen.getByRole('alert').contains(message)).toBe(true)
    const paragraphs = [...document.querySelectorAll('.content p')]
    expect(paragraphs.map(({ textContent }) => textContent)).toEqual([
      sentence,
      expect.stringContaining('Reference:'),
      'Already have an account? Log in',
    ])
  },
)

it('the link in an email that has expired leads to another registration', async () => {
  const { store, presses } = await open({
    name: 'unusable',
    failure: refusal('REGISTRATION_EXPIRED'),
    isInvitation: false,
  })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This link cannot be used')
  expect(screen.queryByRole('link', { name: 'Register again' })).toBeNull()
  act(() => store.setState({ config: { ...demoConfig, selfRegistration: true } }))
  const again = screen.getByRole('link', { name: 'Register again' })
  expect(again.getAttribute('href')).toBe('/registration')
  again.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(again)
  expect(presses).toEqual(['leaveLink'])
})

it('a user who has an account already is told so calmly, and can log in', async () => {
  await open({ name: 'registered' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You already have an account')
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
    demoConfig.productURL,
  )
})
