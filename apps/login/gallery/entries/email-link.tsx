import type { EmailLinkStep } from '../../src/sign-in/email-link-step.ts'
import type { Screen } from '../../src/sign-in/screen.ts'
import { buttons, longEmail, passing, signIn } from './shared.tsx'
import type { Circumstances, Entry } from './shared.tsx'

const address = (
  change: Partial<Extract<EmailLinkStep, { name: 'emailLink' }>> = {},
  circumstances?: Circumstances,
) =>
  signIn(
    buttons({ step: { name: 'emailLink', typed: '', error: null, attempt: 0, ...change } }),
    circumstances,
  )

const sent = (
  change: Partial<Extract<EmailLinkStep, { name: 'emailLinkSent' }>> = {},
  circumstances?: Circumstances,
) =>
  signIn(
    buttons({
      step: {
        name: 'emailLinkSent',
        email: 'lara.stein@globex.example.com',
        resendAt: 0,
        mails: 1,
        error: null,
        attempt: 0,
        ...change,
      },
    }),
    circumstances,
  )

const opened = (
  use: Extract<Screen, { name: 'openedEmailLink' }>['use'],
  circumstances?: Circumstances,
) =>
  signIn(
    {
      name: 'openedEmailLink',
      email: longEmail,
      origin: { at: 1_900_000_000, browser: 'Samsung Internet, Android', network: '203.0.113.7' },
      use,
    },
    circumstances,
  )

export const emailLinkEntries: readonly Entry[] = [
  ['email-link', address()],
  ['email-link-invalid', address({ typed: 'lara', error: 'invalid', attempt: 1 })],
  ['email-link-busy', address({ typed: 'lara.stein@globex.example.com' }, { isBusy: true })],
  ['email-link-failed', address({}, { shownFailure: passing('unavailable') })],
  ['email-link-sent', sent()],
  ['email-link-sent-waiting', sent({ resendAt: Date.now() + 45_000 })],
  ['email-link-sent-required', sent({ error: 'required', attempt: 1 })],
  ['email-link-sent-too-many', sent({}, { shownFailure: passing('resource-exhausted') })],
  ['email-link-sent-long', sent({ email: longEmail })],
  ['email-link-sent-wrong', sent({ error: 'wrong', attempt: 1 })],
  ['email-link-sent-expired', sent({ error: 'expired', attempt: 1 })],
  ['email-link-sent-busy', sent({}, { isBusy: true })],
  ['email-link-required', address({ error: 'required', attempt: 1 })],
  ['email-link-opened-here', opened({ name: 'here' })],
  ['email-link-opened-here-busy', opened({ name: 'here' }, { isBusy: true })],
  [
    'email-link-opened-here-unreachable',
    opened({ name: 'here' }, { shownFailure: passing('unavailable') }),
  ],
  ['email-link-opened-elsewhere', opened({ name: 'elsewhere' })],
  ['email-link-opened-busy', opened({ name: 'elsewhere' }, { isBusy: true })],
  [
    'email-link-opened-unreachable',
    opened({ name: 'elsewhere' }, { shownFailure: passing('unavailable') }),
  ],
  ['email-link-opened-code', opened({ name: 'code', code: '042137' })],
  ['email-link-opened-refused', opened({ name: 'refused' })],
  ['email-link-opened-used', opened({ name: 'used' })],
]
