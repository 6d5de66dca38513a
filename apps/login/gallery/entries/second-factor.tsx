import type { SecondFactor } from '../../src/identity/second-factor.ts'
import { drawQrCode } from '../../src/second-factor/qr-code.ts'
import type { EnrolmentStep, FactorStep } from '../../src/sign-in/screen.ts'
import { buttons, failure, fewCountries, longName, passing, signIn } from './shared.tsx'
import type { Circumstances, Entry } from './shared.tsx'

const phone: SecondFactor = { uid: 'p', kind: 'phone', name: null, phoneNumber: '+********0002' }
const app: SecondFactor = { uid: 'a', kind: 'totp', name: null, phoneNumber: null }

const at = (step: FactorStep, circumstances?: Circumstances) =>
  signIn({ name: 'secondFactor', tenant: null, step }, circumstances)

const choice = (...factors: SecondFactor[]): FactorStep => ({ name: 'factorChoice', factors })
const several = choice(phone, app, { ...app, uid: 'b', name: longName })

const appCode = (
  change: Partial<Extract<FactorStep, { name: 'appCode' }>> = {},
  circumstances?: Circumstances,
) =>
  at(
    { name: 'appCode', factor: app, error: null, attempt: 0, canChoose: false, ...change },
    circumstances,
  )

const messageCode = (
  change: Partial<Extract<FactorStep, { name: 'messageCode' }>['message']> = {},
  circumstances?: Circumstances,
) =>
  at(
    {
      name: 'messageCode',
      factor: phone,
      canChoose: true,
      message: {
        name: 'verificationCode',
        verificationId: 'sent-1',
        phoneNumber: 'p',
        resendAt: 0,
        messages: 1,
        error: null,
        attempt: 0,
        ...change,
      },
    },
    circumstances,
  )

const secret = 'N5XHK4RNORSWW2LOFVXW45LSFV2GK23J'
const url = `otpauth://totp/Foyer%20Demo:onur.tekin%40example.com?secret=${secret}&issuer=Foyer%20Demo&algorithm=SHA1&digits=6&period=30`

const newApp = (
  change: Partial<Extract<EnrolmentStep, { name: 'newApp' }>> = {},
  circumstances?: Circumstances,
) =>
  at(
    {
      name: 'newApp',
      appName: null,
      secret,
      url,
      qr: drawQrCode(url),
      error: null,
      attempt: 0,
      ...change,
    },
    circumstances,
  )

const newPhone: FactorStep = {
  name: 'newPhone',
  phone: {
    name: 'phoneNumber',
    offered: fewCountries,
    country: 'TR',
    typed: '',
    error: null,
    attempt: 0,
  },
}

export const secondFactorEntries: readonly Entry[] = [
  ['factor-choice', at(several)],
  ['factor-choice-single', at(choice(phone))],
  ['factor-choice-sending', at(several, { isBusy: true })],
  ['factor-choice-unreachable', at(choice(phone), { shownFailure: passing('auth/timeout') })],
  ['factor-app', appCode()],
  ['factor-app-required', appCode({ error: 'required', attempt: 1 })],
  ['factor-app-wrong', appCode({ error: 'wrong', attempt: 1 })],
  ['factor-app-checking', appCode({}, { isBusy: true })],
  ['factor-app-too-many', appCode({}, { shownFailure: passing('auth/too-many-requests') })],
  ['factor-message', messageCode({ resendAt: Date.now() + 45_000 })],
  ['factor-message-resend', messageCode()],
  ['factor-message-wrong', messageCode({ error: 'wrong', attempt: 1 })],
  ['factor-message-expired', messageCode({ error: 'expired', attempt: 1 })],
  ['factor-message-unreachable', messageCode({}, { shownFailure: passing('auth/timeout') })],
  ['new-factor', at({ name: 'newFactor', kinds: ['totp', 'phone'] })],
  ['new-factor-loading', at({ name: 'newFactor', kinds: ['totp', 'phone'] }, { isBusy: true })],
  [
    'new-factor-unreachable',
    at({ name: 'newFactor', kinds: ['totp', 'phone'] }, { shownFailure: passing('auth/timeout') }),
  ],
  ['new-app', newApp()],
  ['new-app-without-qr', newApp({ qr: null })],
  ['new-app-wrong', newApp({ error: 'wrong', attempt: 1 })],
  ['new-app-checking', newApp({}, { isBusy: true })],
  ['new-app-unreachable', newApp({}, { shownFailure: passing('auth/network-request-failed') })],
  ['new-app-too-many', newApp({}, { shownFailure: passing('auth/too-many-requests') })],
  ['new-phone', at(newPhone)],
  ['new-phone-unreachable', at(newPhone, { shownFailure: passing('auth/timeout') })],
  ['factor-missing', signIn({ name: 'failure', failure: failure('second-factor-needed') })],
  [
    'factor-email-unverified',
    signIn(buttons(), { shownFailure: failure('auth/unverified-email') }),
  ],
]
