import type { Config } from '@foyer/contract/config'
import { parseRegistration } from '@foyer/contract/registration'
import type {
  FieldErrors,
  Registration,
  RegistrationAnswer,
  RegistrationField,
  RegistrationRequest,
} from '@foyer/contract/registration'
import type { ErrorKey } from '../errors/error-table.ts'
import type { Failure } from '../errors/failure.ts'
import type { RegistrationLink } from './registration-link.ts'

/** What the registration page shows, with the data of that step. */
export type RegistrationStep =
  | { name: 'loading' }
  | RegistrationFormStep
  /** The link in the email was opened. Email scanners open links too, so only a press of the button uses it. */
  | { name: 'confirmation'; isSending: boolean; failure: Failure | null }
  | { name: 'mailSent'; email: string }
  /** This deployment accepts registrations by invitation only. */
  | { name: 'closed' }
  | { name: 'refused'; failure: Failure }
  | { name: 'failed'; failure: Failure }

export interface RegistrationFormStep {
  name: 'form'
  values: Partial<Registration>
  isInvited: boolean
  /** The fields whose values come from the invitation. */
  fixed: readonly RegistrationField[]
  errors: FieldErrors
  /** Counts the rejected attempts: each moves the focus to the summary of errors. */
  attempt: number
  isSending: boolean
  failure: Failure | null
}

export interface RegistrationState {
  config: Config | null
  step: RegistrationStep
  link: RegistrationLink | null
  /** The values of the form, including those from the invitation. */
  values: Partial<Registration>
}

export type RegistrationEffect =
  | { name: 'loadConfig' }
  | { name: 'register'; config: Config; content: Omit<RegistrationRequest, 'language'> }
  | { name: 'confirm'; config: Config; confirmation: string }
  | { name: 'forgetLink' }
  /** The draft is no longer needed. The custom token signs in, unless an email must be opened first. */
  | { name: 'finish'; customToken: string | null }

/** The next state, and an effect to carry out. */
export type RegistrationTransition = [state: RegistrationState, effect?: RegistrationEffect]

export const initialRegistration: RegistrationState = {
  config: null,
  step: { name: 'loading' },
  link: null,
  values: {},
}

/** These end the registration. After any other failure the user can try again with what they typed. */
const finalErrors: ReadonlySet<ErrorKey> = new Set([
  'REGISTRATION_REFUSED',
  'REGISTRATION_EXPIRED',
  'ALREADY_REGISTERED',
])

// The rules of a registration (A3, D10), one function for each event. An event that does not belong to the current step
// changes nothing.

export function started(
  link: RegistrationLink | null,
  values: Partial<Registration>,
): RegistrationTransition {
  return [withTyped({ ...initialRegistration, link }, values), { name: 'loadConfig' }]
}

export function retried(state: RegistrationState): RegistrationTransition {
  if (state.step.name !== 'failed') return [state]
  return [{ ...state, step: { name: 'loading' } }, { name: 'loadConfig' }]
}

export function configLoaded(state: RegistrationState, config: Config): RegistrationTransition {
  return [{ ...state, config, step: firstStep(state, config) }]
}

export function configFailed(state: RegistrationState, failure: Failure): RegistrationTransition {
  return [{ ...state, step: { name: 'failed', failure } }]
}

export function typed(
  state: RegistrationState,
  values: Partial<Registration>,
): RegistrationTransition {
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
  email: string,
): RegistrationTransition {
  const customToken = answer.status === 'created' ? answer.customToken : null
  const step: RegistrationStep =
    customToken === null ? { name: 'mailSent', email } : { name: 'loading' }
  return [
    { ...state, step },
    { name: 'finish', customToken },
  ]
}

/** The server has rejected the registration, or did not respond. */
export function notAccepted(
  state: RegistrationState,
  failure: Failure,
  errors: FieldErrors,
): RegistrationTransition {
  const { step, values } = state
  if (finalErrors.has(failure.key)) {
    // If the user opens the page again without the link, the form must not have the refused invitation.
    return [{ ...state, step: { name: 'refused', failure } }, { name: 'forgetLink' }]
  }
  if (step.name === 'confirmation') {
    return [{ ...state, step: { ...step, failure, isSending: false } }]
  }
  if (step.name !== 'form') return [state]
  const shownFailure = Object.keys(errors).length > 0 ? null : failure
  return [{ ...state, step: rejected(step, values, errors, shownFailure) }]
}

function firstStep({ link, values }: RegistrationState, config: Config): RegistrationStep {
  if (link?.confirmation) return { name: 'confirmation', isSending: false, failure: null }
  if (!link?.invitation && !config.selfRegistration) return { name: 'closed' }
  return {
    name: 'form',
    values,
    isInvited: Boolean(link?.invitation),
    fixed: Object.keys(link?.invited ?? {}) as RegistrationField[],
    errors: {},
    attempt: 0,
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
