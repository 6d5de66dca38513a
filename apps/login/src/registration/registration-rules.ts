import type { Config } from '@foyer/contract/config'
import { parseRegistration } from '@foyer/contract/registration'
import type {
  FieldErrors,
  Registration,
  RegistrationAnswer,
  RegistrationField,
} from '@foyer/contract/registration'
import type { ErrorKey } from '../errors/error-table.ts'
import type { Failure } from '../errors/failure.ts'
import { initialRegistration } from './registration-state.ts'
import type {
  MailSentStep,
  RegistrationFormStep,
  RegistrationState,
  RegistrationStep,
  RegistrationTransition,
} from './registration-state.ts'

/** As for a text message. The server has its own limit. */
const resendMs = 60_000

/** These end the registration. After any other failure the user can try again with what they typed. */
const finalErrors: ReadonlySet<ErrorKey> = new Set([
  'REGISTRATION_REFUSED',
  'REGISTRATION_EXPIRED',
  'ALREADY_REGISTERED',
  'OTHER_TENANT',
])

/** Without the account service there is no registration, so the form would only waste the user's time. */
const outages: ReadonlySet<ErrorKey> = new Set(['SERVICE_UNAVAILABLE', 'NETWORK', 'TIMEOUT'])

// The rules of a registration (A3, D10), one function for each event. An event that does not belong to the current step
// changes nothing.

export function started(
  arrived: Pick<RegistrationState, 'link' | 'sentAt' | 'ended'>,
  values: Partial<Registration>,
): RegistrationTransition {
  return [withTyped({ ...initialRegistration, ...arrived }, values), { name: 'loadConfig' }]
}

export function retried(state: RegistrationState): RegistrationTransition {
  if (state.step.name !== 'failed') return [state]
  return [{ ...state, step: { name: 'loading' } }, { name: 'loadConfig' }]
}

/** @param wasSent whether this tab has sent the link to the server, which may have used it up */
export function configLoaded(
  state: RegistrationState,
  config: Config,
  wasSent: boolean,
): RegistrationTransition {
  const { link } = state
  if ((link?.confirmation || link?.invitation) && !wasSent) {
    return [
      { ...state, config },
      { name: 'checkLink', config, link },
    ]
  }
  return [{ ...state, config, step: firstStep(state, config) }]
}

/** @param failure why the link was not accepted */
export function linkChecked(
  state: RegistrationState,
  failure: Failure | null,
): RegistrationTransition {
  const { config } = state
  if (config === null) return [state]
  if (failure !== null && finalErrors.has(failure.key)) return ended(state, failure)
  if (failure !== null && outages.has(failure.key)) return configFailed(state, failure)
  // The submission reports what could not be found out.
  return [{ ...state, step: firstStep(state, config) }]
}

export function configFailed(state: RegistrationState, failure: Failure): RegistrationTransition {
  return [{ ...state, step: { name: 'failed', failure } }]
}

export function typed(
  state: RegistrationState,
  values: Partial<Registration>,
): RegistrationTransition {
  // The next step shows, and sends again to, the email address that was sent.
  if (state.step.name === 'form' && state.step.isSending) return [state]
  return [withTyped(state, values)]
}

export function submitted(
  state: RegistrationState,
  typedValues: Partial<Registration>,
): RegistrationTransition {
  const { config, step, link } = state
  if (step.name !== 'form' || step.isSending || config === null) return [state]
  const filled = withTyped(state, typedValues)
  const { values } = filled
  const parsed = parseRegistration(values)
  if (!parsed.ok) return [{ ...filled, step: rejected(step, values, parsed.errors, null) }]
  const content = {
    ...parsed.registration,
    ...(link?.invitation && { invitation: link.invitation }),
  }
  return [
    { ...filled, step: { ...step, values, errors: {}, failure: null, isSending: true } },
    { name: 'register', config, content },
  ]
}

export function confirmed(state: RegistrationState): RegistrationTransition {
  const { config, step, link } = state
  if (step.name !== 'confirmation' || step.isSending) return [state]
  if (config === null || !link?.confirmation) return [state]
  return [
    { ...state, step: { ...step, failure: null, isSending: true } },
    { name: 'confirm', config, confirmation: link.confirmation },
  ]
}

export function answered(
  state: RegistrationState,
  answer: RegistrationAnswer,
  now: number,
): RegistrationTransition {
  if (answer.status === 'created') {
    return [
      { ...state, step: { name: 'loading' } },
      { name: 'finish', customToken: answer.customToken },
    ]
  }
  const mails = state.step.name === 'mailSent' ? state.step.mails + 1 : 1
  return [
    { ...state, sentAt: now, step: mailSent(state, now, mails) },
    { name: 'keepSent', at: now },
  ]
}

/** The user wants the email once more. */
export function resendAsked(state: RegistrationState): RegistrationTransition {
  const { config, step } = state
  const parsed = parseRegistration(state.values)
  if (step.name !== 'mailSent' || step.isSending || config === null || !parsed.ok) return [state]
  return [
    { ...state, step: { ...step, failure: null, isSending: true } },
    { name: 'register', config, content: parsed.registration },
  ]
}

/** The user wants another email address. */
export function correcting(state: RegistrationState): RegistrationTransition {
  if (state.step.name !== 'mailSent') return [state]
  return [
    { ...state, sentAt: null, step: { ...form(state), isCorrection: true } },
    { name: 'forgetSent' },
  ]
}

/** The server has rejected the registration, or did not respond. */
export function notAccepted(
  state: RegistrationState,
  failure: Failure,
  errors: FieldErrors,
): RegistrationTransition {
  const { step, values } = state
  if (finalErrors.has(failure.key)) return ended(state, failure)
  if (step.name === 'confirmation') {
    return [{ ...state, step: { ...step, failure, isSending: false } }]
  }
  if (step.name === 'mailSent') {
    const resendAt = failure.retryAt ?? step.resendAt
    return [{ ...state, step: { ...step, failure, resendAt, isSending: false } }]
  }
  if (step.name !== 'form') return [state]
  const shownFailure = Object.keys(errors).length > 0 ? null : failure
  return [{ ...state, step: rejected(step, values, errors, shownFailure) }]
}

/** The user presses a link: no note could be kept for the sign-in buttons, or the browser did not get there. */
export function notOnTheWay(state: RegistrationState): RegistrationTransition {
  return [{ ...state, step: { name: 'registered' } }]
}

/** If the user opens the page again without the link, the form must not have the refused invitation. */
function ended(state: RegistrationState, failure: Failure): RegistrationTransition {
  const { config, step, link } = state
  if (failure.key === 'ALREADY_REGISTERED' && config !== null) {
    return [
      { ...state, step: { name: 'loading' } },
      { name: 'signInInstead', url: config.productURL },
    ]
  }
  if (step.name === 'loading' || failure.key === 'REGISTRATION_EXPIRED') {
    const unusable = { failure, isInvitation: Boolean(link?.invitation) }
    return [
      { ...state, step: { name: 'unusable', ...unusable } },
      { name: 'endLink', ...unusable },
    ]
  }
  return [{ ...state, step: { name: 'refused', failure } }, { name: 'forgetLink' }]
}

function firstStep(state: RegistrationState, config: Config): RegistrationStep {
  const { link, sentAt, values, ended } = state
  if (ended && !link) return { name: 'unusable', ...ended }
  if (link?.confirmation) return { name: 'confirmation', isSending: false, failure: null }
  if (!link?.invitation && !config.selfRegistration) return { name: 'closed' }
  // What the storage has may be invalid.
  const isSent = sentAt !== null && parseRegistration(values).ok
  return isSent ? mailSent(state, sentAt, 1) : form(state)
}

function form({ link, values }: RegistrationState): RegistrationFormStep {
  return {
    name: 'form',
    values,
    isInvited: Boolean(link?.invitation),
    fixed: Object.keys(link?.invited ?? {}) as RegistrationField[],
    errors: {},
    attempt: 0,
    isSending: false,
    failure: null,
    isCorrection: false,
  }
}

function mailSent({ values }: RegistrationState, sentAt: number, mails: number): MailSentStep {
  const parsed = parseRegistration(values)
  return {
    name: 'mailSent',
    email: parsed.ok ? parsed.registration.email : '',
    resendAt: sentAt + resendMs,
    mails,
    isSending: false,
    failure: null,
  }
}

function withTyped(state: RegistrationState, values: Partial<Registration>): RegistrationState {
  return { ...state, values: { ...values, ...state.link?.invited } }
}

function rejected(
  step: RegistrationFormStep,
  values: Partial<Registration>,
  errors: FieldErrors,
  failure: Failure | null,
): RegistrationFormStep {
  return { ...step, values, errors, failure, attempt: step.attempt + 1, isSending: false }
}
