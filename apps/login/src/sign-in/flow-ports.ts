import type { Config } from '@foyer/contract/config'
import type { AuthenticationHandler } from '@foyer/iap-sign-in'
import type { InAppBrowser } from '../browser/in-app-browser.ts'
import type { LoopGuard } from '../browser/loop-guard.ts'
import type { OpenConfig } from '../config/open-config.ts'
import type { Identity } from '../identity/identity.ts'
import type { ArrivedLink } from './arrived-link-port.ts'
import type { AccountSteps, StepsShown } from './account-steps.ts'
import type { LastMethod } from './last-method.ts'
import type { ManualToken } from './manual-token.ts'
import type { Page } from './page.ts'
import type { PendingLinks } from './pending-links.ts'
import type { SignOuts } from './sign-outs.ts'
import type { OpenPhoneSignIn, PendingCodes } from './phone-port.ts'

/** The part of the engine's face that the page uses. */
export interface Authentication {
  start(): Promise<void>
  getOriginalURL(): Promise<string | null>
}

export interface FlowPorts {
  loadConfig: (tids: readonly string[]) => Promise<Config>
  openIdentity: (config: Config) => Identity
  loadAccountSteps: (
    config: OpenConfig,
    identity: Identity,
    shown: StepsShown,
  ) => Promise<AccountSteps>
  manualToken: Pick<ManualToken, 'take' | 'remove'>
  pendingLinks: PendingLinks
  /** What a sign-in link was asked for beside signing in. */
  forgetAskedLink: () => void
  arrivedLink: ArrivedLink
  signOuts: Pick<SignOuts, 'tell' | 'takeReturn'>
  pendingCodes: PendingCodes
  loadPhoneSignIn: (config: Config) => Promise<OpenPhoneSignIn>
  events: EventTarget
  createAuthentication: (
    handler: AuthenticationHandler,
    config: Config,
    servesTenant: (tid: string) => Promise<boolean>,
  ) => Authentication
  guard: LoopGuard
  lastMethod: Pick<LastMethod, 'recall' | 'note'>
  /** The app that shows this page, with the script of what is said in it; null in an ordinary browser. */
  inAppBrowser: () => Promise<InAppBrowser | null>
  shownLanguage: () => string
  now: () => Date
  page: Page
}
