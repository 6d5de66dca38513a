import type { SecondFactor } from '../../src/identity/second-factor.ts'
import type { FactorStep } from '../../src/sign-in/screen.ts'
import { config, longName, passing, signIn } from './shared.tsx'
import type { Circumstances, Entry } from './shared.tsx'

const phone: SecondFactor = { uid: 'p', kind: 'phone', name: null, phoneNumber: '+********0002' }
const app: SecondFactor = { uid: 'a', kind: 'totp', name: null, phoneNumber: null }

const helped = { ...config, help: { contact: 'it-support@acme.example' } }

const at = (step: FactorStep, circumstances: Circumstances = {}) =>
  signIn({ name: 'secondFactor', tenant: null, step }, { config: helped, ...circumstances })

const choice = (...factors: SecondFactor[]): FactorStep => ({ name: 'factorChoice', factors })

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

export const secondFactorEntries: readonly Entry[] = [
  ['factor-choice', at(choice(phone, app, { ...app, uid: 'b', name: longName }))],
  ['factor-choice-single', at(choice(phone))],
  ['factor-choice-sending', at(choice(phone, app), { isBusy: true })],
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
]
