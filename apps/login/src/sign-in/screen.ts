import type { SecondFactorKind, Tenant } from '@foyer/contract/config'
import type { LinkOrigin } from '@foyer/contract/email-link'
import type { PasswordRefusal, PasswordRules } from '@foyer/contract/password'
import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import type { CountryCode } from 'libphonenumber-js/min'
import type { InAppBrowser } from '../browser/in-app-browser.ts'
import type { Failure } from '../errors/failure.ts'
import type { SecondFactor } from '../identity/second-factor.ts'
import type { CompanyStep, TenantChoice } from './company-step.ts'
import type { EmailLinkStep } from './email-link-step.ts'
import type { RememberedAccount } from './last-account.ts'

export type { SecondFactor }

/** A company, with the name that users know. Requests and accounts have its id. */
export interface NamedTenant {
  /** `null` is the project itself. */
  id: string | null
  name: string
  settings: Tenant
}

/** An account, with the names that its owner knows. */
export interface NamedAccount {
  /** Its email address or phone number. Null if it has neither. */
  label: string | null
  /** The name of its company, if it has one. */
  company: string | null
}

export type Notice =
  /** The provider's email address has an account. Signing in to it links the provider (C10). */
  | {
      name: 'accountExists'
      email: string
      /** The provider of that account. Null if the identity service does not return it. */
      providerId: string | null
      newProviderId: string
      /** Whether a link can be sent to the email address. */
      canSendLink: boolean
    }
  /** The provider signed in a guest of the directory. The user's own account is elsewhere. */
  | { name: 'guest'; directory: string; email: string | null }

/** The steps of the phone flow, on the sign-in screen (A7). */
export type PhoneStep =
  | {
      name: 'phoneNumber'
      /** The countries to choose from. */
      offered: readonly CountryCode[]
      country: CountryCode
      /** The number, as it was typed. */
      typed: string
      error: 'required' | 'invalid' | 'too-long' | 'not-offered' | null
      /** The number of rejected attempts. Each one moves the focus to the field. */
      attempt: number
    }
  | {
      name: 'verificationCode'
      /** Identifies the text message to the identity service. */
      verificationId: string
      /** The phone number in E.164, to which the message was sent. */
      phoneNumber: string
      /** When another message may be requested, in milliseconds since the epoch. */
      resendAt: number
      /** The number of messages. Each one empties the field. */
      messages: number
      /** The code is missing or too short, wrong, or has expired. */
      error: 'required' | 'wrong' | 'expired' | null
      attempt: number
    }

/** The steps of the sign-in with a password, on the sign-in screen (A7). */
export type PasswordStep =
  | {
      name: 'password'
      /** The email address, as it was typed. */
      typed: string
      errors: {
        email?: 'required' | 'invalid'
        /** `wrong` does not say which of the two is wrong, or whether there is an account. */
        password?: 'required' | 'wrong'
      }
      /** The number of rejected attempts. Each one moves the focus to the first wrong field. */
      attempt: number
    }
  /** The form for the email address to which a link for a new password is sent. */
  | {
      name: 'reset'
      typed: string
      /** The password was right, but no longer meets the policy of the company. */
      isOutdated?: boolean
      error: 'required' | 'invalid' | null
      attempt: number
    }
  | {
      name: 'resetSent'
      email: string
      /** When another link may be requested, in milliseconds since the epoch. */
      resendAt: number
      /** The number of emails. */
      mails: number
    }

/** The steps of requesting a sign-in link, on the sign-in screen (A7). */
export type LinkStep =
  | {
      name: 'linkAddress'
      /** The email address, as it was typed. */
      typed: string
      error: 'required' | 'invalid' | null
      /** The number of rejected attempts. Each one moves the focus to the field. */
      attempt: number
    }
  | {
      name: 'linkSent'
      email: string
      /** When another link may be requested, in milliseconds since the epoch. */
      resendAt: number
      /** The number of emails. */
      mails: number
    }

/** The steps after the first factor, if the account has a second one or needs one. */
export type FactorStep = ProofStep | EnrolmentStep

/** The steps that add a second factor. */
export type EnrolmentStep =
  | { name: 'newFactor'; kinds: readonly SecondFactorKind[] }
  | { name: 'newPhone'; phone: PhoneStep }
  | {
      name: 'newApp'
      /** The name for the app, as the user typed it. Null while it is the usual one. */
      appName: string | null
      /** In base 32. */
      secret: string
      /** The URL that the QR code contains. */
      url: string
      /** The QR code: its modules as a path, and how many there are in a row. Null if it cannot be drawn. */
      qr: { path: string; size: number } | null
      error: 'required' | 'wrong' | null
      attempt: number
    }

/** The steps that ask for a second factor. */
type ProofStep =
  | { name: 'factorChoice'; factors: readonly SecondFactor[] }
  | {
      name: 'messageCode'
      factor: SecondFactor
      /** `phoneNumber` is the uid of the factor. */
      message: Extract<PhoneStep, { name: 'verificationCode' }>
      /** Whether the user can choose another factor. */
      canChoose: boolean
    }
  | {
      name: 'appCode'
      factor: SecondFactor
      /** The code is missing or too short, or it was refused. */
      error: 'required' | 'wrong' | null
      attempt: number
      canChoose: boolean
    }

export function isPhoneStep(step: { name: string }): step is PhoneStep {
  return step.name === 'phoneNumber' || step.name === 'verificationCode'
}

export function isPasswordStep(step: { name: string }): step is PasswordStep {
  return step.name === 'password' || step.name.startsWith('reset')
}

export function isLinkStep(step: { name: string }): step is LinkStep {
  return step.name === 'linkAddress' || step.name === 'linkSent'
}

/** The sign-in methods, or the steps of one of them. */
export interface SignInButtons {
  name: 'signInButtons'
  methods: readonly SignInMethod[]
  /** The method of the last sign-in in this browser, offered or not. */
  lastUsed: string | null
  tenant: NamedTenant | null
  /** The account used last, which can continue with one press. */
  account?: RememberedAccount | null
  /** Whether the request lets the user choose another company. */
  canChangeTenant?: boolean
  /** The app that shows this page, if Google refuses sign-ins there (RD-06). */
  inApp: InAppBrowser | null
  step: { name: 'methods' } | PhoneStep | PasswordStep | LinkStep | EmailLinkStep
  /** A notice for the user before they choose a method. It is not an error. */
  notice: Notice | null
}

/** What the page shows, with the data of that step. Its commands are in `Commands`. */
export type Screen =
  /** The two states of the sign-in screen (A7). */
  | { name: 'loading' }
  | SignInButtons
  | {
      name: 'chooseTenant'
      tenants: readonly TenantChoice[]
      /** The id of the company used last, which is the first one. */
      lastUsed?: string | undefined
    }
  | { name: 'findCompany'; step: CompanyStep }
  /** The URL would sign in `other`. If `current` is null, nobody is signed in yet (C12). */
  | { name: 'confirmAccount'; current: NamedAccount | null; other: NamedAccount }
  /** The account needs a second factor (K3). */
  | { name: 'secondFactor'; tenant: NamedTenant | null; step: FactorStep }
  /** A sign-in link was opened. `providerId` is the method that will be linked (K6). */
  | { name: 'signInLink'; email: string; providerId: string | null }
  /** The user chooses a new password for an account. */
  | {
      name: 'newPassword'
      email: string
      /** Whether the password that an operator gave must be replaced. */
      isFirst: boolean
      rules: PasswordRules
      refusal: PasswordRefusal | 'required' | null
      /** The number of rejected attempts. Each one moves the focus to the field. */
      attempt: number
    }
  /**
   * A link of the method `emailLink` was opened. `here` signs in this browser, `elsewhere` shows the code for the one that
   * has requested it.
   */
  | {
      name: 'openedEmailLink'
      email: string
      origin: LinkOrigin
      use:
        | { name: 'here' }
        | { name: 'elsewhere' }
        | { name: 'code'; code: string }
        | { name: 'refused' }
        | { name: 'used' }
    }
  /** The account of a new user is being created (A2). */
  | { name: 'welcome' }
  /** The user is signed in, but the second sign-in method was not linked. */
  | { name: 'linkFailed'; failure: Failure }
  | { name: 'signedOut' }
  | { name: 'failure'; failure: Failure }
