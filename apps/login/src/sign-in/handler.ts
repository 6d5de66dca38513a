import { isOfTenant, tenantIdOf } from '@foyer/iap-sign-in'
import type {
  Auth,
  AuthenticationHandler,
  SelectedTenantInfo,
  User,
  UserCredential,
} from '@foyer/iap-sign-in'
import type { InAppBrowser } from '../browser/in-app-browser.ts'
import type { OpenConfig } from '../config/open-config.ts'
import { CodedError } from '../errors/coded-error.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { Identity, SignedIn, TenantAuth } from '../identity/identity.ts'
import { GuestAccountUsed } from '../identity/guest-account-used.ts'
import { InterruptedSignIn } from '../identity/interrupted-sign-in.ts'
import { LinkingNeeded } from '../identity/linking-needed.ts'
import { isFirstLogin } from './first-login-claim.ts'
import { tenantChoice } from './named-tenant.ts'
import { assertStillSignedIn } from './still-signed-in.ts'
import { show } from './store.ts'
import { createMethodButtons } from './method-buttons.ts'
import type { MethodButtonsParts } from './method-buttons.ts'

export interface HandlerParts extends Omit<
  MethodButtonsParts,
  'config' | 'auth' | 'hint' | 'inApp' | 'languageCode' | 'accept' | 'onSignedIn'
> {
  config: OpenConfig
  identity: Identity
  /** Has the account of a new user made, and resolves when it is (C9). */
  completeFirstLogin: (user: User) => Promise<void>
  /** Resolves to null in an ordinary browser. */
  findInAppBrowser: () => Promise<InAppBrowser | null>
  /** Of the interface, as of now. */
  shownLanguage: () => string
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
export function createHandler(parts: HandlerParts): AuthenticationHandler {
  const { config, identity, store, pendingLinks } = parts
  /** Why the sign-in of a moment ago came to nothing; said once, on the buttons that follow. */
  let lastFailure: RepeatableFailure | null = null
  /** Repeats what it came to nothing for. */
  let interrupted: (() => Promise<UserCredential>) | undefined
  let guest: GuestAccountUsed | null = null
  /** What the engine was given, by what it hands back. */
  const tenantAuths = new Map<Auth, TenantAuth>()
  /** The instance that signs in at the moment, and those whose account was lost. */
  let current: TenantAuth | null = null
  const lost = new Set<TenantAuth>()
  let hasActed = false
  let handOvers = 0

  /** Rejects when the account cannot be taken. */
  async function accept(auth: TenantAuth, credential: SignedIn): Promise<UserCredential> {
    const { user } = credential
    if (user === null) throw new CodedError('auth/null-user')
    if (!isOfTenant(user, auth.tenantId)) {
      await auth.signOut()
      throw new CodedError('account-of-other-tenant')
    }
    hasActed = true
    parts.lastMethod.note(credential.providerId)
    const pending = pendingLinks.recall(auth.tenantId)
    if (pending) {
      const { linkPending } = await parts.loadAccountSteps()
      await linkPending(auth, credential, pending.credential)
    }
    return credential
  }

  async function returnFromProvider(auth: TenantAuth): Promise<UserCredential | null> {
    try {
      const returned = await auth.redirectResult()
      return returned && (await accept(auth, returned))
    } catch (error) {
      if (error instanceof LinkingNeeded) {
        const { pending: credential } = error
        pendingLinks.keep({ credential, tenantId: auth.tenantId, isRefused: false })
        return null
      }
      if (error instanceof GuestAccountUsed) {
        guest = error
        return null
      }
      if (error instanceof InterruptedSignIn) interrupted = error.repeat
      lastFailure = await new Promise<RepeatableFailure>((resolve) => {
        parts.tell(error, resolve)
      })
      return null
    }
  }

  async function askUser(
    auth: TenantAuth,
    hint: SelectedTenantInfo | undefined,
  ): Promise<UserCredential> {
    const inApp = await parts.findInAppBrowser()
    return new Promise((resolve) => {
      const buttons = createMethodButtons({
        ...parts,
        config: config.current(),
        auth,
        hint,
        inApp,
        languageCode: () => handler.languageCode ?? parts.shownLanguage(), // A12
        accept: (credential) => accept(auth, credential),
        onSignedIn: resolve,
      })
      buttons.open({ lastFailure, interrupted, guest })
      lastFailure = null
      interrupted = undefined
      guest = null
    })
  }

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
      const returned = lost.has(auth) ? null : await returnFromProvider(auth)
      return returned ?? askUser(auth, hint)
    },

    async processUser(user) {
      const isFirst = isFirstLogin(await user.getIdTokenResult())
      if (isFirst) await parts.completeFirstLogin(user)
      handOvers += 1
      const hasWaited = hasActed || isFirst || handOvers > 1
      if (hasWaited) await assertStillSignedIn(identity, user)
      return user
    },

    beforeReturn: (originalUri) => parts.assertNoLoop(originalUri.href, hasActed),

    async selectTenant(_project, tenantIds) {
      const { screen } = store.getState()
      const named = await config.withTenants(tenantIds)
      return new Promise((resolve) => {
        // The user has gone Back while the names were on their way: another request has the page.
        if (store.getState().screen !== screen) return
        const tenants = tenantIds.map((id) => tenantChoice(named, id))
        show(
          store,
          { name: 'chooseTenant', tenants },
          { chooseTenant: (tid) => resolve({ tenantId: tenantIdOf(tid) }) },
        )
      })
    },

    async completeSignOut() {
      // The engine has ended the accounts on its list, which holds those alone whose sign-in reached the
      // application.
      await parts.forgetAccounts()
      show(store, { name: 'signedOut' })
    },

    showProgressBar: parts.wait,
    handleLostUser(error) {
      const failure = parts.failureOf(error)
      // The way on is here, on the buttons, and not over the application.
      lastFailure = failure.key === 'TOKEN_EXPIRED' ? { ...failure, key: 'SIGN_IN_AGAIN' } : failure
      if (current) lost.add(current)
    },
    handleError: parts.onFailure,
  }
  return handler
}
