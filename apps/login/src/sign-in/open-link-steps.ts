import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import type { Guest } from '../identity/guest-account-used.ts'
import type { PendingCredential, TenantAuth } from '../identity/identity.ts'
import type { CommandHandlers, ShowStep } from './commands.ts'
import type { LinkStep, Notice } from './screen.ts'

/** Opens the steps for sign-in links, which have their own script. */
export type OpenLinkSteps = (deps: OpenLinkStepsDeps) => LinkSteps

/** What the sign-in screen shows for accounts that need another sign-in method. */
export interface LinkSteps {
  /** Shows the form for the email address of a sign-in link. */
  start: () => void
  explainAccount: (credential: PendingCredential, failure: RepeatableFailure | null) => void
  explainGuest: (guest: Guest) => void
}

/** What the steps need from the sign-in buttons. */
export interface OpenLinkStepsDeps {
  auth: Pick<TenantAuth, 'tenantId'>
  /** The methods that the page offers. */
  methods: readonly SignInMethod[]
  /** The credential to link to the account with its email address. */
  pending: PendingCredential | null
  tell: TellFailure
  showStep: ShowStep<LinkStep>
  showNotice: (notice: Notice, handlers: CommandHandlers, failure: RepeatableFailure | null) => void
  /** Opens Microsoft again. @param email of the account to choose, if it is known */
  chooseAnother: (email: string | null) => void
}
