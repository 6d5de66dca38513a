import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import messages from '@foyer/messages/en/errors.json'
import type { FactorStep, PhoneStep, Screen, SignInButtons } from '../sign-in/screen.ts'
import { begin, show, showError } from '../sign-in/store.ts'
import { createTestPage } from '../testing/test-page.tsx'
import {
  emailLinkScreen,
  findCompanyScreen,
  linkSteps,
  newPasswordScreen,
  passwordScreen,
  phoneScreen,
  secondFactorScreen,
} from './late-parts.tsx'

const email = 'ayse@example.com'
const tried = { error: 'required', attempt: 1 } as const
const sent = { ...tried, email, resendAt: 0, mails: 1 } as const
const code: Extract<PhoneStep, { name: 'verificationCode' }> = {
  ...tried,
  name: 'verificationCode',
  verificationId: '1',
  phoneNumber: '+905550000001',
  resendAt: 0,
  messages: 1,
}
const number: PhoneStep = {
  ...tried,
  name: 'phoneNumber',
  offered: ['TR'],
  country: 'TR',
  typed: '',
}
const phone = { uid: 'a', kind: 'phone', name: null, phoneNumber: '+********0001' } as const

const { signInButtons } = createTestPage()
const ofMethod = (step: SignInButtons['step']): Screen => ({ ...signInButtons, step })
const ofFactor = (step: FactorStep): Screen => ({ name: 'secondFactor', tenant: null, step })
const rules = {
  minLength: 8,
  maxLength: 4096,
  lowercase: false,
  uppercase: false,
  digit: false,
  symbol: '',
}

it.each<[what: string, screen: Screen]>([
  ['phone number', ofMethod(number)],
  ['code in a text message', ofMethod(code)],
  [
    'password',
    ofMethod({ name: 'password', typed: email, errors: { password: 'wrong' }, attempt: 1 }),
  ],
  ['email address for a new password', ofMethod({ ...tried, name: 'reset', typed: '' })],
  ['email address for a sign-in link', ofMethod({ ...tried, name: 'linkAddress', typed: '' })],
  ['email address for an email link', ofMethod({ ...tried, name: 'emailLink', typed: '' })],
  ['code from another device', ofMethod({ ...sent, name: 'emailLinkSent' })],
  [
    'work email',
    {
      name: 'findCompany',
      step: { ...tried, name: 'companyAddress', typed: '', last: null },
    },
  ],
  ['code from an email', { name: 'findCompany', step: { ...sent, name: 'companyCode' } }],
  [
    'code of an app',
    ofFactor({ ...tried, name: 'appCode', factor: { ...phone, kind: 'totp' }, canChoose: false }),
  ],
  [
    'code of a second factor',
    ofFactor({ name: 'messageCode', factor: phone, message: code, canChoose: false }),
  ],
  [
    'code of a new app',
    ofFactor({
      ...tried,
      name: 'newApp',
      appName: null,
      secret: 'ABCD',
      url: 'otpauth://totp/a',
      qr: null,
    }),
  ],
  ['number of a new phone', ofFactor({ name: 'newPhone', phone: number })],
  [
    'new password',
    { name: 'newPassword', email, isFirst: false, rules, refusal: 'common', attempt: 1 },
  ],
])(
  'the error at the %s is not shown while the next attempt is carried out, nor beside the message that it failed',
  async (_what, screen) => {
    const parts = [
      emailLinkScreen,
      findCompanyScreen,
      linkSteps,
      newPasswordScreen,
      passwordScreen,
      phoneScreen,
      secondFactorScreen,
    ]
    await Promise.all(parts.map((part) => part.load()))
    const page = createTestPage()
    await page.open()
    const errors = () => document.querySelectorAll('.field-error:not(:empty), [aria-invalid]')
    act(() => show(page.store, screen))
    expect(errors()).toHaveLength(2)
    act(() => begin(page.store))
    expect(errors()).toHaveLength(0)
    act(() => showError(page.store, { key: 'NETWORK', action: 'retry', reference: '1' }))
    expect(errors()).toHaveLength(0)
    expect(document.body.textContent).toContain(messages.NETWORK)
  },
)
