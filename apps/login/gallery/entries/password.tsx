import type { PasswordStep, Screen } from '../../src/sign-in/screen.ts'
import { buttons, failure, longEmail, passing, signIn } from './shared.tsx'
import type { Circumstances, Entry } from './shared.tsx'

type Form = Extract<PasswordStep, { name: 'password' }>
type NewPassword = Extract<Screen, { name: 'newPassword' }>

const email = 'ayse.yilmaz@example.com'

const form = (change: Partial<Form>, circumstances?: Circumstances) =>
  signIn(
    buttons({ step: { name: 'password', typed: '', errors: {}, attempt: 0, ...change } }),
    circumstances,
  )

const reset = (
  change: Partial<Extract<PasswordStep, { name: 'reset' }>>,
  circumstances?: Circumstances,
) =>
  signIn(
    buttons({ step: { name: 'reset', typed: email, error: null, attempt: 0, ...change } }),
    circumstances,
  )

const sent = (resendAt: number, to = email) =>
  signIn(buttons({ step: { name: 'resetSent', email: to, resendAt, mails: 1 } }))

const newPassword = (change: Partial<NewPassword>, circumstances?: Circumstances) =>
  signIn(
    {
      name: 'newPassword',
      email,
      isFirst: false,
      rules: {
        minLength: 12,
        maxLength: 64,
        lowercase: true,
        uppercase: true,
        digit: true,
        symbol: '!?',
      },
      refusal: null,
      attempt: 0,
      ...change,
    },
    circumstances,
  )

export const passwordEntries: readonly Entry[] = [
  ['password', form({})],
  ['password-known-email', form({ typed: email })],
  ['password-required', form({ errors: { email: 'required', password: 'required' }, attempt: 1 })],
  ['password-email-invalid', form({ typed: 'ayse@', errors: { email: 'invalid' }, attempt: 1 })],
  ['password-wrong', form({ typed: email, errors: { password: 'wrong' }, attempt: 1 })],
  [
    'password-unreachable',
    form({ typed: email }, { shownFailure: passing('auth/network-request-failed') }),
  ],
  ['password-signing-in', form({ typed: email }, { isBusy: true })],
  [
    'password-too-many',
    form({ typed: email }, { shownFailure: passing('auth/too-many-requests') }),
  ],
  ['password-disabled', form({ typed: email }, { shownFailure: failure('auth/user-disabled') })],
  ['password-reset', reset({})],
  ['password-reset-outdated', reset({ isOutdated: true })],
  ['password-reset-invalid', reset({ typed: 'ayse@', error: 'invalid', attempt: 1 })],
  ['password-reset-sending', reset({}, { isBusy: true })],
  ['password-reset-sent', sent(Date.now() + 45_000)],
  ['password-reset-sent-resend', sent(0)],
  ['password-reset-sent-long', sent(0, longEmail)],
  ['new-password', newPassword({})],
  ['new-password-first', newPassword({ isFirst: true })],
  ['new-password-long-email', newPassword({ email: longEmail })],
  ['new-password-required', newPassword({ refusal: 'required', attempt: 1 })],
  ['new-password-weak', newPassword({ refusal: 'weak', attempt: 1 })],
  ['new-password-common', newPassword({ refusal: 'common', attempt: 1 })],
  ['new-password-breached', newPassword({ refusal: 'breached', attempt: 1 })],
  ['new-password-personal', newPassword({ refusal: 'personal', attempt: 1 })],
  ['new-password-current', newPassword({ refusal: 'current', attempt: 1 })],
  ['new-password-unreachable', newPassword({}, { shownFailure: passing('unavailable') })],
  ['new-password-saving', newPassword({}, { isBusy: true })],
]
