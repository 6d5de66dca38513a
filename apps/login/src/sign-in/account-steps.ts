import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import type { SelectedTenantInfo, User, UserCredential } from '@foyer/iap-sign-in'
import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import type { GuestAccountUsed } from '../identity/guest-account-used.ts'
import type { PendingCredential, TenantAuth } from '../identity/identity.ts'
import type { CommandHandlers, ShowStep } from './commands.ts'
import type { LastMethod } from './last-method.ts'
import type { TakenToken } from './manual-token.ts'
import type { LinkStep, Notice } from './screen.ts'

/** The steps that few sign-ins need. Their script is fetched then. */
export interface AccountSteps {
  /** Creates the account of a new user (C9). Resolves when that has succeeded, after any number of retries. */
  completeFirstLogin: (user: User) => Promise<void>
  /**
   * Signs in with a custom token from a URL or a registration (C12).
   *
   * @param tid the tenant of the sign-in request, or null without a request
   * @returns null if the user declines
   */
  signInManually: (token: TakenToken, tid: string | null) => Promise<ManualSignIn | null>
  /** Signs in with a link that was opened (K6). */
  signInByLink: (link: string) => Promise<LinkSignIn>
  /** Links the pending credential to the account that the user has signed in to, or shows that this failed (C10). */
  linkPending: LinkPending
  linkAttempts: (buttons: LinkAttemptsDeps) => LinkAttempts
  chooseTenant: ChooseTenant
}

/**
 * Lets the user choose one of the request's companies (C8).
 *
 * @param isCurrent whether the page still waits for this choice
 */
export type ChooseTenant = (
  tids: readonly string[],
  isCurrent: () => boolean,
) => Promise<SelectedTenantInfo>

export interface ManualSignIn {
  /** The user who is signed in now. */
  user: User
  /** Whether another user was signed in before. The application may not know that yet. */
  isSwitch: boolean
}

export interface LinkSignIn {
  /** Null if another account is stored and the user kept it. */
  manual: ManualSignIn | null
  /** The query of the sign-in request to return to. Null if this browser did not request the link. */
  search: string | null
  /** The provider that should be linked. */
  providerId: string | null
}

export type LinkPending = (
  auth: TenantAuth,
  account: UserCredential,
  credential: PendingCredential,
) => Promise<void>

/** What to do with a credential that cannot sign in by itself, and for a user who has none. */
export interface LinkAttempts {
  /** Links the credential if the account service confirms the user, or explains how the user can link it (C10). */
  link: (credential: PendingCredential) => Promise<void>
  explainAccount: (
    credential: PendingCredential,
    failure: RepeatableFailure | null,
  ) => Promise<void>
  explainGuest: (error: GuestAccountUsed, isWanted: () => boolean) => Promise<void>
  /** Shows the form for the email address of a sign-in link, if the user still wants it when its script has loaded. */
  openSteps: (isWanted: () => boolean) => Promise<void>
}

/** What linking needs from the sign-in buttons. */
export interface LinkAttemptsDeps {
  auth: TenantAuth
  /** The methods that the page offers. */
  methods: readonly SignInMethod[]
  tell: TellFailure
  /** Uses the account of a credential. Rejects if it cannot be used. */
  finish: (credential: UserCredential) => Promise<void>
  lastMethod: Pick<LastMethod, 'note'>
  showStep: ShowStep<LinkStep>
  showMethods: (failure: RepeatableFailure | null) => void
  showNotice: (notice: Notice, handlers: CommandHandlers, failure: RepeatableFailure | null) => void
  explainAccount: (credential: PendingCredential, failure: RepeatableFailure | null) => void
  /** Opens Microsoft again. @param email of the account to choose, if it is known */
  chooseAnother: (email: string | null) => void
}

/** How a step shows its progress. */
export interface StepsShown {
  tell: TellFailure
  /** Shows that the page is busy. */
  wait: () => void
}
