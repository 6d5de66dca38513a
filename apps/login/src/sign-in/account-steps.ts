import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import type { User, UserCredential } from '@foyer/iap-sign-in'
import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import type { GuestAccountUsed } from '../identity/guest-account-used.ts'
import type { PendingCredential, TenantAuth } from '../identity/identity.ts'
import type { CommandHandlers, ShowStep } from './commands.ts'
import type { LastMethod } from './last-method.ts'
import type { TakenToken } from './manual-token.ts'
import type { LinkStep, Notice } from './screen.ts'

/** The steps that few sign-ins take. Their script is fetched when one does, and holds whole features. */
export interface AccountSteps {
  /** Has the account of a new user created (C9). Resolves when it is, however often that takes a retry. */
  completeFirstLogin: (user: User) => Promise<void>
  /**
   * Signs in with a custom token that a URL or a registration brought (C12).
   *
   * @param tid the tenant that the sign-in request is for; null when there is no request
   * @returns null when the user does not want to
   */
  signInManually: (token: TakenToken, tid: string | null) => Promise<ManualSignIn | null>
  /** Signs in by a link that was opened (K6). */
  signInByLink: (link: string) => Promise<LinkSignIn>
  /** Adds what is pending to the account that the user has signed in to, or says that it was not done (C10). */
  linkPending: LinkPending
  linkAttempts: (buttons: LinkAttemptsDeps) => LinkAttempts
}

export interface ManualSignIn {
  /** Who is signed in now. */
  user: User
  /** Somebody else was before, and the application may not know of it. */
  isSwitch: boolean
}

export interface LinkSignIn {
  /** Null where another account is stored and the user chose to stay with it. */
  manual: ManualSignIn | null
  /** The sign-in request to return to; null where this browser asked for no link. */
  search: string | null
  /** The provider that was to be connected. */
  providerId: string | null
}

export type LinkPending = (
  auth: TenantAuth,
  account: UserCredential,
  credential: PendingCredential,
) => Promise<void>

/** What becomes of a credential that cannot sign in by itself, and of a user who has none. */
export interface LinkAttempts {
  /** Adds the credential where the account service confirms the user, or explains how the user adds it (C10). */
  link: (credential: PendingCredential) => Promise<void>
  explainAccount: (
    credential: PendingCredential,
    failure: RepeatableFailure | null,
  ) => Promise<void>
  explainGuest: (error: GuestAccountUsed) => Promise<void>
  /** Asks for the email address that a sign-in link goes to. */
  openSteps: () => Promise<void>
}

/** What linking needs of the sign-in buttons. */
export interface LinkAttemptsDeps {
  auth: TenantAuth
  /** That the page offers. */
  methods: readonly SignInMethod[]
  tell: TellFailure
  /** Takes the account of a credential; rejects when it cannot be taken. */
  finish: (credential: UserCredential) => Promise<void>
  lastMethod: Pick<LastMethod, 'note'>
  showStep: ShowStep<LinkStep>
  showMethods: (failure: RepeatableFailure | null) => void
  showNotice: (notice: Notice, handlers: CommandHandlers, failure: RepeatableFailure | null) => void
  explainAccount: (credential: PendingCredential, failure: RepeatableFailure | null) => void
  /** Opens Microsoft again. @param email of the account to choose, as far as it is known */
  chooseAnother: (email: string | null) => void
}

/** How a step shows where it is. */
export interface StepsShown {
  tell: TellFailure
  /** Shows that the page is at work. */
  wait: () => void
}
