import type { Config } from '@foyer/contract/config'
import type {
  FieldErrors,
  Registration,
  RegistrationField,
  RegistrationRequest,
} from '@foyer/contract/registration'
import type { Failure } from '../errors/failure.ts'
import type { EndedLink } from './ended-link.ts'
import type { RegistrationLink } from './registration-link.ts'

/** What the registration page shows, with the data of that step. */
export type RegistrationStep =
  | { name: 'loading' }
  | RegistrationFormStep
  /** The link in the email was opened. Email scanners open links too, so only a press of the button uses it. */
  | { name: 'confirmation'; isSending: boolean; failure: Failure | null }
  | MailSentStep
  /** This deployment accepts registrations by invitation only. */
  | { name: 'closed' }
  /** The link that was opened cannot be used, and nothing needs to be filled in. */
  | ({ name: 'unusable' } & EndedLink)
  | { name: 'refused'; failure: Failure }
  /** There is an account, and the browser cannot keep a note of that for the sign-in buttons, or did not get there. */
  | { name: 'registered' }
  | { name: 'failed'; failure: Failure }

export interface MailSentStep {
  name: 'mailSent'
  email: string
  /** When another email may be requested, in milliseconds since the epoch. */
  resendAt: number
  /** The number of emails. */
  mails: number
  isSending: boolean
  failure: Failure | null
}

export interface RegistrationFormStep {
  name: 'form'
  values: Partial<Registration>
  isInvited: boolean
  /** The fields whose values come from the invitation. */
  fixed: readonly RegistrationField[]
  errors: FieldErrors
  /** Counts the rejected attempts: each moves the focus to the first field with an error. */
  attempt: number
  isSending: boolean
  failure: Failure | null
  /** The user came back to change the email address, so that its field has the focus. */
  isCorrection: boolean
}

export interface RegistrationState {
  config: Config | null
  step: RegistrationStep
  link: RegistrationLink | null
  /** The link that this page had before a reload, if it cannot be used. */
  ended: EndedLink | null
  /** The values of the form, including those from the invitation. */
  values: Partial<Registration>
  /** When the email was sent, if this tab has sent one, in milliseconds since the epoch. */
  sentAt: number | null
}

export type RegistrationEffect =
  | { name: 'loadConfig' }
  | { name: 'checkLink'; config: Config; link: RegistrationLink }
  | { name: 'register'; config: Config; content: Omit<RegistrationRequest, 'language'> }
  | { name: 'confirm'; config: Config; confirmation: string }
  /** The link cannot be used. A reload shows that again. */
  | ({ name: 'endLink' } & EndedLink)
  | { name: 'forgetLink' }
  /** The email was sent. The draft stays, because the user may correct the email address. */
  | { name: 'keepSent'; at: number }
  /** A reload shows the form again. */
  | { name: 'forgetSent' }
  /** The draft is no longer needed. The custom token signs in. */
  | { name: 'finish'; customToken: string }
  /** The sign-in buttons will say that there is an account. */
  | { name: 'signInInstead'; url: string }

/** The next state, and an effect to carry out. */
export type RegistrationTransition = [state: RegistrationState, effect?: RegistrationEffect]

export const initialRegistration: RegistrationState = {
  config: null,
  step: { name: 'loading' },
  link: null,
  ended: null,
  values: {},
  sentAt: null,
}
