import type { Config, SignInMethod, Tenant } from '@foyer/contract/config'
import type { Auth } from '@foyer/iap-sign-in'
import { createStore } from 'zustand/vanilla'
import type { InAppBrowser } from '../browser/in-app-browser.ts'
import type { ErrorKey } from '../errors/error-table.ts'
import type { Failure } from '../errors/failure.ts'
import type { PhoneConfirmation } from '../identity/identity.ts'
import type { Guest } from '../identity/guest-account-used.ts'
import type { PhoneStep } from '../phone/phone-step.ts'
import type { LinkStep } from '../sign-in-link/link-step.ts'

/** A company as a visitor knows it; its id is what the request and the accounts carry. */
export interface NamedTenant {
  /** `null` is the project itself. */
  id: string | null
  name: string
  look: Tenant
}

/** An account as its owner knows it. */
export interface NamedAccount {
  /** Its email address or phone number; null where it has neither. */
  label: string | null
  /** The company that it is of, where that has a name. */
  company: string | null
}

/** A company among several; a session may name one that the config does not know. */
export interface TenantChoice extends Pick<Tenant, 'name' | 'logoUrl'> {
  /** As the session has it: `_` and the number for the project itself. */
  id: string
}

/** Out of an app that shows this page, into the visitor's own browser (RD-06). */
export interface WayOut extends InAppBrowser {
  /** In the application, since another browser has no part in this sign-in. */
  address: () => Promise<string>
}

export type Notice =
  /** The provider's address has an account; signing in to that connects the provider (C10). */
  | {
      name: 'accountExists'
      email: string
      /** Of that account; null where the identity service does not tell. */
      providerId: string | null
      newProviderId: string
      /** Null where no links are sent. */
      sendLink: (() => void) | null
    }
  /** The provider signed in a guest, who has an account elsewhere. */
  | { name: 'guest'; guest: Guest; chooseAnother: () => void }

/** What the page shows, with exactly the data of that step. */
export type Screen =
  /** The two states of the sign-in screen (A7). */
  | { name: 'loading' }
  | {
      name: 'signInButtons'
      methods: readonly SignInMethod[]
      lastUsed: SignInMethod | null
      tenant: NamedTenant | null
      /** From where Google would refuse. */
      wayOut: WayOut | null
      step: { name: 'methods' } | PhoneStep | LinkStep
      /** What the user should know before choosing; no error. */
      notice: Notice | null
      /** To the steps of a sign-in link; null where none are sent. */
      openLinkSteps: (() => void) | null
      continueWith: (method: SignInMethod) => void
      /** From the steps of a method to the methods. */
      backToMethods: () => void
    }
  | {
      name: 'chooseTenant'
      tenants: readonly TenantChoice[]
      choose: (id: string) => void
    }
  /** The URL would sign in `other`; nobody is signed in yet where `current` is null (C12). */
  | {
      name: 'confirmAccount'
      current: NamedAccount | null
      other: NamedAccount
      keep: () => void
      change: () => void
    }
  /** A sign-in link was opened; a press uses it (K6). */
  | {
      name: 'signInLink'
      email: string
      /** Of the method that is to be connected. */
      providerId: string | null
      signIn: () => void
    }
  /** The account of a newcomer is being made (A2). */
  | { name: 'welcome' }
  /** The visitor is signed in, and the second way in was not added. */
  | { name: 'linkFailed'; failure: Failure; goOn: () => void }
  | { name: 'signedOut' }
  | { name: 'failure'; failure: Failure; tryAgain: () => void; signOut: () => void }

/** Requirement B7; `failure` is what `error` names, with its way on. */
export interface SignInState {
  /** A sign-in method that the visitor picked is under way. */
  loading: boolean
  picked?: SignInMethod
  currentScreen: Screen['name']
  /** The data of `currentScreen`; set with the first screen that has any. */
  status?: Screen
  app: Auth['app'] | null
  auth: Auth | null
  phoneConfirm: PhoneConfirmation | null
  config: Config | null
  error: ErrorKey | ''
  failure: Failure | null
  phoneNumber: string | null
  idToken: string
  customToken?: string
  /** The user was signed out on the way here, and is told so (K8). */
  hasSignedOut?: boolean
}

export function createSignInStore(first: Partial<SignInState> = {}) {
  return createStore<SignInState>()(() => ({
    loading: false,
    currentScreen: 'loading',
    app: null,
    auth: null,
    phoneConfirm: null,
    config: null,
    error: '',
    failure: null,
    phoneNumber: null,
    idToken: '',
    ...first,
  }))
}

export type SignInStore = ReturnType<typeof createSignInStore>

/** Setting a screen clears the error of the one before (C1); its own comes with it. */
export function show(store: SignInStore, screen: Screen, complaint: Failure | null = null): void {
  store.setState({
    currentScreen: screen.name,
    status: screen,
    loading: false,
    error: complaint?.key ?? '',
    failure: complaint,
  })
}

/** Says on the screen that is shown what went wrong on it. */
export function complain(store: SignInStore, failure: Failure): void {
  store.setState({ loading: false, error: failure.key, failure })
}

/** A step of the screen that is shown is under way; what was said of the one before is over. */
export function begin(store: SignInStore, step: Pick<SignInState, 'picked'> = {}): void {
  store.setState({ ...step, loading: true, error: '', failure: null })
}

export function screenOf({ status }: SignInState): Screen {
  return status ?? { name: 'loading' }
}

/** What the user is told went wrong, be it the screen's whole subject or beside its buttons. */
export function complaintOf(state: SignInState): Failure | null {
  const screen = screenOf(state)
  return 'failure' in screen ? screen.failure : state.failure
}

/** The method that is under way. */
export function pickedIn({ loading, picked }: SignInState): SignInMethod | null {
  return loading ? (picked ?? null) : null
}
