import type { Auth, AuthenticationHandler, User } from '@foyer/iap-sign-in'
import type { OpenConfig } from '../config/open-config.ts'
import { CodedError } from '../errors/coded-error.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { Identity, TenantAuth } from '../identity/identity.ts'
import type { AccountSteps } from './account-steps.ts'
import { shownAtOnce } from './company-step.ts'
import type { CredentialSource } from './credential-source.ts'
import { isFirstLogin } from './first-login-claim.ts'
import { lacksFactor } from './lacks-factor.ts'
import { assertStillSignedIn } from './still-signed-in.ts'
import { show } from './store.ts'
import type { SignInStore } from './store.ts'

export interface HandlerDeps {
  config: Pick<OpenConfig, 'current' | 'withTenants'>
  identity: Identity
  store: SignInStore
  credentials: CredentialSource
  loadAccountSteps: () => Promise<Pick<AccountSteps, 'chooseTenant'>>
  /** Creates the account of a new user, and resolves when that has succeeded (C9). */
  completeFirstLogin: (user: User) => Promise<void>
  /** Shows that the page is busy. */
  wait: () => void
  /** Ends every sign-in in progress in this tab, and removes all stored accounts. */
  forgetAccounts: () => Promise<void>
  /**
   * Called before a sign-in returns to the application. Throws if that would be a redirect loop.
   *
   * @param hasActed whether the user has acted on this page for this sign-in
   */
  assertNoLoop: (originalUri: string, hasActed: boolean) => void
  failureOf: (error: unknown) => RepeatableFailure
  /** @param auth of the account, if it got that far */
  onFailure: (error: unknown, auth: TenantAuth | null) => void
}

/** The engine's handler. It shows a screen for each call of the engine. */
export function createHandler(deps: HandlerDeps): AuthenticationHandler {
  const { config, identity, store, credentials } = deps
  /** The instances that the engine got from `getAuth`, with our own type. */
  const tenantAuths = new Map<Auth, TenantAuth>()
  /** The instance that currently signs in, and those whose account was lost. */
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
      const result = await user.getIdTokenResult()
      if (lacksFactor(config.current(), user.tenantId || null, result)) {
        // As the redirect server would reject the account.
        throw Object.assign(new CodedError('second-factor-needed'), { httpErrorCode: 403 })
      }
      const isFirst = isFirstLogin(result)
      if (isFirst) await deps.completeFirstLogin(user)
      handOvers += 1
      const hasWaited = hasActed || isFirst || handOvers > 1
      if (hasWaited) await assertStillSignedIn(identity, user)
      return user
    },

    beforeReturn: (originalUri) => deps.assertNoLoop(originalUri.href, hasActed),

    async selectTenant(_project, tenantIds) {
      const { screen } = store.getState()
      // The names first: an HTTP/1.1 connection would make them wait for all scripts.
      const [, { chooseTenant }] = await Promise.all([
        config.withTenants(tenantIds.slice(0, shownAtOnce)),
        deps.loadAccountSteps(),
      ])
      // If the user goes Back meanwhile, another request is shown.
      return chooseTenant(tenantIds, () => store.getState().screen === screen)
    },

    async completeSignOut() {
      // The engine has signed out of the accounts on its list, which has only those whose sign-in reached the
      // application. The others are removed here.
      await deps.forgetAccounts()
      show(store, { name: 'signedOut' })
    },

    showProgressBar: deps.wait,
    handleLostUser(error) {
      const failure = deps.failureOf(error)
      // The user can continue at these buttons, not at the application.
      credentials.explain(
        failure.key === 'TOKEN_EXPIRED' ? { ...failure, key: 'SIGN_IN_AGAIN' } : failure,
      )
      if (current) lost.add(current)
    },
    handleError: (error) => deps.onFailure(error, current),
  }
  return handler
}
