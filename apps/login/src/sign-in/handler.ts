import type { Auth, AuthenticationHandler, User } from '@foyer/iap-sign-in'
import type { OpenConfig } from '../config/open-config.ts'
import { CodedError } from '../errors/coded-error.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { Identity, TenantAuth } from '../identity/identity.ts'
import { chooseTenant } from './choose-tenant.ts'
import type { CredentialSource } from './credential-source.ts'
import { isFirstLogin } from './first-login-claim.ts'
import { assertStillSignedIn } from './still-signed-in.ts'
import { show } from './store.ts'
import type { SignInStore } from './store.ts'

export interface HandlerDeps {
  config: Pick<OpenConfig, 'current' | 'withTenants'>
  identity: Identity
  store: SignInStore
  credentials: CredentialSource
  /** Has the account of a new user made, and resolves when it is (C9). */
  completeFirstLogin: (user: User) => Promise<void>
  /** Shows that the page is at work. */
  wait: () => void
  /** Ends what is under way in this tab, and leaves no account stored in this browser. */
  forgetAccounts: () => Promise<void>
  /**
   * Hears of a sign-in that is about to go on to the application, and throws when it is one too many.
   *
   * @param hasActed whether the user did something for it on this page
   */
  assertNoLoop: (originalUri: string, hasActed: boolean) => void
  failureOf: (error: unknown) => RepeatableFailure
  onFailure: (error: unknown) => void
}

/** The engine asks for a person, or tells how it goes: this answers with screens. */
export function createHandler(deps: HandlerDeps): AuthenticationHandler {
  const { config, identity, store, credentials } = deps
  /** What the engine was given, by what it hands back. */
  const tenantAuths = new Map<Auth, TenantAuth>()
  /** The instance that signs in at the moment, and those whose account was lost. */
  let current: TenantAuth | null = null
  const lost = new Set<TenantAuth>()
  let hasActed = false
  let handOvers = 0

  const handler: AuthenticationHandler = {
    languageCode: null,

    getAuth(apiKey, tenantId) {
      if (apiKey !== config.current().apiKey) throw new CodedError('invalid-project') // D2
      current = identity.authOf(tenantId)
      tenantAuths.set(current, current)
      return current
    },

    async startSignIn(given, hint) {
      const auth = tenantAuths.get(given)
      if (!auth) throw new CodedError('invalid-handler')
      store.setState({ auth })
      const credential =
        (lost.has(auth) ? null : await credentials.returnFromProvider(auth)) ??
        (await credentials.askUser(auth, hint, handler))
      hasActed = true
      return credential
    },

    async processUser(user) {
      const isFirst = isFirstLogin(await user.getIdTokenResult())
      if (isFirst) await deps.completeFirstLogin(user)
      handOvers += 1
      const hasWaited = hasActed || isFirst || handOvers > 1
      if (hasWaited) await assertStillSignedIn(identity, user)
      return user
    },

    beforeReturn: (originalUri) => deps.assertNoLoop(originalUri.href, hasActed),

    selectTenant: (_project, tenantIds) => chooseTenant(tenantIds, config, store),

    async completeSignOut() {
      // The engine has ended the accounts on its list, which holds those alone whose sign-in reached the
      // application.
      await deps.forgetAccounts()
      show(store, { name: 'signedOut' })
    },

    showProgressBar: deps.wait,
    handleLostUser(error) {
      const failure = deps.failureOf(error)
      // The way on is here, on the buttons, and not over the application.
      credentials.explain(
        failure.key === 'TOKEN_EXPIRED' ? { ...failure, key: 'SIGN_IN_AGAIN' } : failure,
      )
      if (current) lost.add(current)
    },
    handleError: deps.onFailure,
  }
  return handler
}
