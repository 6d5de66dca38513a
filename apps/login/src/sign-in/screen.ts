import type { Tenant } from '@foyer/contract/config'
import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import type { CountryCode } from 'libphonenumber-js/min'
import type { InAppBrowser } from '../browser/in-app-browser.ts'
import type { Failure } from '../errors/failure.ts'

/** A company as a user knows it; its id is what the request and the accounts carry. */
export interface NamedTenant {
  /** `null` is the project itself. */
  id: string | null
  name: string
  settings: Tenant
}

/** An account as its owner knows it. */
export interface NamedAccount {
  /** Its email address or phone number; null where it has neither. */
  label: string | null
  /** The company that it belongs to, where that has a name. */
  company: string | null
}

/** A company among several; a session may name one that the config does not list. */
export interface TenantChoice extends Pick<Tenant, 'name' | 'logoUrl'> {
  /** As the session has it: `_` and the number for the project itself. */
  id: string
}

export type Notice =
  /** The provider's email address has an account; signing in to that connects the provider (C10). */
  | {
      name: 'accountExists'
      email: string
      /** Of that account; null where the identity service does not tell. */
      providerId: string | null
      newProviderId: string
      /** A link can be sent to the email address. */
      canSendLink: boolean
    }
  /** The provider signed in a guest of the directory, whose account is elsewhere. */
  | { name: 'guest'; directory: string; email: string | null }

/** The steps of the phone flow, inside the sign-in screen (A7). */
export type PhoneStep =
  | {
      name: 'phoneNumber'
      /** The countries to choose from. */
      offered: readonly CountryCode[]
      country: CountryCode
      /** As it was typed. */
      typed: string
      error: 'required' | 'invalid' | 'too-long' | 'not-offered' | null
      /** Counts the refused attempts: each moves the focus to the field. */
      attempt: number
    }
  | {
      name: 'verificationCode'
      /** Names the text message to the identity service. */
      verificationId: string
      /** In E.164, as the message was sent to. */
      phoneNumber: string
      /** When another message may be asked for, in milliseconds since the epoch. */
      resendAt: number
      /** Counts the messages: each empties the field. */
      messages: number
      /** Nothing or too little was entered, another code than the one sent, or it came too late. */
      error: 'required' | 'wrong' | 'expired' | null
      attempt: number
    }

/** The steps of asking for a sign-in link, inside the sign-in screen (A7). */
export type LinkStep =
  | {
      name: 'linkAddress'
      /** As it was typed. */
      typed: string
      error: 'required' | 'invalid' | null
      /** Counts the refused attempts: each moves the focus to the field. */
      attempt: number
    }
  | { name: 'linkSent'; email: string }

export function isLinkStep(step: { name: string }): step is LinkStep {
  return step.name === 'linkAddress' || step.name === 'linkSent'
}

/** The sign-in methods, or the steps of one of them. */
export interface SignInButtons {
  name: 'signInButtons'
  methods: readonly SignInMethod[]
  lastUsed: SignInMethod | null
  tenant: NamedTenant | null
  /** The app that shows this page, where Google refuses to sign anybody in (RD-06). */
  inApp: InAppBrowser | null
  step: { name: 'methods' } | PhoneStep | LinkStep
  /** What the user should know before choosing; no error. */
  notice: Notice | null
}

/** What the page shows, with exactly the data of that step. What the user can do there is in `Commands`. */
export type Screen =
  /** The two states of the sign-in screen (A7). */
  | { name: 'loading' }
  | SignInButtons
  | { name: 'chooseTenant'; tenants: readonly TenantChoice[] }
  /** The URL would sign in `other`; nobody is signed in yet where `current` is null (C12). */
  | { name: 'confirmAccount'; current: NamedAccount | null; other: NamedAccount }
  /** A sign-in link was opened; `providerId` is the method to be connected (K6). */
  | { name: 'signInLink'; email: string; providerId: string | null }
  /** The account of a new user is being created (A2). */
  | { name: 'welcome' }
  /** The user is signed in, and the second sign-in method was not added. */
  | { name: 'linkFailed'; failure: Failure }
  | { name: 'signedOut' }
  | { name: 'failure'; failure: Failure }
