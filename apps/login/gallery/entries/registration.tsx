import type { ReactNode } from 'react'
import { createStore } from 'zustand/vanilla'
import type { ShownRegistration } from '../../src/registration/registration-flow.ts'
import { RegistrationPage } from '../../src/registration/registration-page.tsx'
import type { MailSentStep, RegistrationStep } from '../../src/registration/registration-state.ts'
import { config, failure, longEmail, nothing, year } from './shared.tsx'
import type { Entry } from './shared.tsx'

function registration(step: RegistrationStep): () => ReactNode {
  return () => {
    const store = createStore<ShownRegistration>()(() => ({
      config: { ...config, selfRegistration: true },
      step,
    }))
    const flow = {
      store,
      start: nothing,
      retry: nothing,
      keep: nothing,
      submit: nothing,
      confirm: nothing,
      resend: nothing,
      correct: nothing,
      leaveLink: nothing,
    }
    return <RegistrationPage flow={flow} year={year} onLanguage={nothing} />
  }
}

type Form = Extract<RegistrationStep, { name: 'form' }>

const form = (change: Partial<Form> = {}) =>
  registration({
    name: 'form',
    values: {},
    isInvited: false,
    fixed: [],
    errors: {},
    attempt: 0,
    isSending: false,
    failure: null,
    isCorrection: false,
    ...change,
  })

const mailSent = (change: Partial<MailSentStep> = {}) =>
  registration({
    name: 'mailSent',
    email: longEmail,
    resendAt: 0,
    mails: 1,
    isSending: false,
    failure: null,
    ...change,
  })

const filled = {
  firstName: 'Zeynep',
  lastName: 'Demir',
  email: 'zeynep.demir@example.com',
  company: 'Öz & Oğulları A.Ş.',
}

export const registrationEntries: readonly Entry[] = [
  ['registration', form()],
  ['registration-filled', form({ values: filled })],
  ['registration-invited', form({ values: filled, isInvited: true, fixed: ['email', 'company'] })],
  [
    'registration-errors',
    form({
      values: { ...filled, email: 'zeynep' },
      errors: { firstName: 'required', email: 'invalid', company: 'too-long' },
      attempt: 1,
    }),
  ],
  ['registration-sending', form({ values: filled, isSending: true })],
  ['registration-unavailable', form({ values: filled, failure: failure('unavailable') })],
  ['registration-correcting', form({ values: filled, isCorrection: true })],
  ['registration-mail-sent', mailSent({ resendAt: Date.now() + 45_000 })],
  ['registration-mail-resend', mailSent({ email: filled.email })],
  [
    'registration-mail-refused',
    mailSent({
      resendAt: Date.now() + 3_000_000,
      failure: { ...failure('resource-exhausted'), retryAt: Date.now() + 3_000_000 },
    }),
  ],
  [
    'registration-confirmation',
    registration({ name: 'confirmation', isSending: false, failure: null }),
  ],
  ['registration-closed', registration({ name: 'closed' })],
  [
    'registration-refused',
    registration({ name: 'refused', failure: failure('registration-refused') }),
  ],
  [
    'registration-expired',
    registration({
      name: 'unusable',
      failure: failure('registration-link-expired'),
      isInvitation: true,
    }),
  ],
  [
    'registration-link-expired',
    registration({
      name: 'unusable',
      failure: failure('registration-link-expired'),
      isInvitation: false,
    }),
  ],
  [
    'registration-unknown',
    registration({
      name: 'unusable',
      failure: failure('registration-refused'),
      isInvitation: true,
    }),
  ],
  ['registration-registered', registration({ name: 'registered' })],
  ['registration-failed', registration({ name: 'failed', failure: failure('config-unavailable') })],
]
