import { offeredCountries } from '../../src/phone/countries.ts'
import type { PhoneStep } from '../../src/sign-in/screen.ts'
import { buttons, fewCountries, passing, signIn } from './shared.tsx'
import type { Circumstances, Entry } from './shared.tsx'

const phone = (
  change: Partial<Extract<PhoneStep, { name: 'phoneNumber' }>>,
  circumstances?: Circumstances,
) =>
  signIn(
    buttons({
      step: {
        name: 'phoneNumber',
        offered: fewCountries,
        country: 'TR',
        typed: '',
        error: null,
        attempt: 0,
        ...change,
      },
    }),
    circumstances,
  )

const code = (
  change: Partial<Extract<PhoneStep, { name: 'verificationCode' }>>,
  circumstances?: Circumstances,
) =>
  signIn(
    buttons({
      step: {
        name: 'verificationCode',
        verificationId: 'sent-1',
        phoneNumber: '+905550000001',
        resendAt: 0,
        messages: 1,
        error: null,
        attempt: 0,
        ...change,
      },
    }),
    circumstances,
  )

export const phoneEntries: readonly Entry[] = [
  ['phone-number', phone({ offered: offeredCountries() })],
  ['phone-number-required', phone({ error: 'required', attempt: 1 })],
  ['phone-number-invalid', phone({ error: 'invalid', typed: '12', attempt: 1 })],
  ['phone-number-too-long', phone({ error: 'too-long', typed: '55500000012', attempt: 1 })],
  [
    'phone-number-too-long-elsewhere',
    phone({ error: 'too-long', country: 'DE', typed: '1512 34567890', attempt: 1 }),
  ],
  [
    'phone-number-not-offered',
    phone({ error: 'not-offered', typed: '+5511961234567', attempt: 1 }),
  ],
  ['phone-number-sending', phone({ typed: '0555 000 00 01' }, { isBusy: true })],
  [
    'phone-number-unreachable',
    phone({ typed: '0555 000 00 01' }, { shownFailure: passing('auth/network-request-failed') }),
  ],
  ['code', code({ resendAt: Date.now() + 30_000 })],
  ['code-resend', code({})],
  ['code-wrong', code({ error: 'wrong', attempt: 1 })],
  ['code-expired', code({ error: 'expired', attempt: 1 })],
  ['code-checking', code({}, { isBusy: true })],
]
