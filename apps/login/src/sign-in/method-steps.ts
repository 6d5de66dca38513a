import type { TellFailure } from '../errors/failure.ts'
import type { SignedIn, TenantAuth } from '../identity/identity.ts'
import type { ShowStep } from './commands.ts'
import type { EmailLinkStep } from './email-link-step.ts'
import type { PasswordStep, PhoneStep } from './screen.ts'

/** Begins the steps of a method that are on this page. They have their own script. */
export type OpenMethodSteps = (deps: MethodStepsDeps) => MethodSteps

export interface MethodSteps {
  /**
   * Shows the current step. For a phone number after a reload, that is the step of the code.
   *
   * @param loginHint the email address of the account to sign in to, if it is known
   */
  start: (loginHint: string | null) => void
  stop: () => void
}

type OwnStep = PhoneStep | PasswordStep | EmailLinkStep

/** What the steps need from the sign-in buttons. */
export interface MethodStepsDeps<Step extends OwnStep = OwnStep> {
  auth: TenantAuth
  /** The language of the text message. */
  languageCode: () => string
  showStep: ShowStep<Step>
  /** Uses the account. Rejects if it is of another tenant. */
  accept: (credential: SignedIn) => Promise<void>
  tell: TellFailure
}

/** The steps of a phone number also ask for a second factor, of which the page knows less. */
export interface PhoneStepsDeps extends Omit<MethodStepsDeps<PhoneStep>, 'auth'> {
  auth: Pick<TenantAuth, 'tenantId' | 'sendCode' | 'confirmationOf'>
}
