import type { Logger } from 'pino'
import type { Access } from '../access/access.ts'
import type { Pages } from '../answer/page-answer.ts'
import type { AllowedTenants } from '../id-token/allowed-tenants.ts'
import type { VerifyIdToken } from '../id-token/verify-id-token.ts'
import type { GateCookies } from '../request/cookies.ts'
import type { SealedBox } from '../sealing/sealed-box.ts'
import type { Sessions } from '../session/sessions.ts'
import type { Settings } from '../settings/settings.ts'
import type { GateStore } from '../data/gate-store.ts'
import type { GateEvents } from '../events/gate-events.ts'
import type { RedirectToken, State } from './attempt.ts'

/** What signing in and out needs from the rest of the gate. */
export interface SignInDeps {
  settings: Settings
  tenants: AllowedTenants
  access: Access
  /** Whole seconds since 1970. */
  now: () => number
  jar: GateCookies
  sessions: Sessions
  stateBox: SealedBox<State>
  redirectTokenBox: SealedBox<RedirectToken>
  store: GateStore
  verifyIdToken: VerifyIdToken
  pages: Pages
  log: Logger
  events: GateEvents
}
