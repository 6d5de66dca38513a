import type { Config } from '@foyer/contract/config'
import { initializeApp } from 'firebase/app'
import {
  GoogleAuthProvider,
  OAuthCredential,
  OAuthProvider,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  browserSessionPersistence,
  connectAuthEmulator,
  deleteUser,
  getAdditionalUserInfo,
  getRedirectResult,
  inMemoryPersistence,
  indexedDBLocalPersistence,
  initializeAuth,
  linkWithCredential,
  signInWithCredential,
  signInWithCustomToken,
  signInWithPopup,
  signInWithRedirect,
  updateCurrentUser,
} from 'firebase/auth'
import type { Auth, AuthProvider, User, UserCredential } from 'firebase/auth'
import { CodedError, codeOf } from '../errors/coded-error.ts'
import { appName } from './app-name.ts'
import { GuestAccountUsed } from './guest-account-used.ts'
import { guestIn } from './guest-account.ts'
import type { Identity, SignInWish, TenantAuth } from './identity.ts'
import { confirmationOf, sendCode } from './phone-messages.ts'
import { customParametersOf } from './provider-redirect.ts'
import { InterruptedSignIn, isOutcome } from './interrupted-sign-in.ts'
import { limitMs, timely, translated } from './sdk-call.ts'
import { watchSdkCalls } from './sdk-calls.ts'
import type { SdkCalls } from './sdk-calls.ts'
import { withLimit } from '../browser/with-limit.ts'

interface Surroundings {
  /** Resolves when the provider script that the SDK would fetch from Google is there already. */
  loadProviderScript: () => Promise<void>
  /** The page's global object, whose `fetch` the SDK uses. */
  scope: { fetch: typeof fetch }
}

/** Google Identity Platform, by its modular SDK. */
export function createFirebaseIdentity(
  config: Config,
  surroundings: Surroundings,
): Pick<Identity, 'authOf'> {
  const auths = new Map<string | null, TenantAuth>()
  const calls = watchSdkCalls(surroundings.scope)
  return {
    authOf(tenantId) {
      const known = auths.get(tenantId)
      if (known) return known
      const candidates = (): Auth => initializeForMemory(config, tenantId)
      const auth = adapt(initialize(config, tenantId), candidates, calls, surroundings)
      auths.set(tenantId, auth)
      return auth
    },
  }
}

function initialize(config: Config, tenantId: string | null): Auth {
  const { apiKey, authDomain, emulatorUrl, signInFlow } = config
  const app = initializeApp({ apiKey, authDomain }, appName(tenantId))
  const auth = initializeAuth(app, {
    // Private windows refuse some of these; memory is always there.
    persistence: [
      indexedDBLocalPersistence,
      browserLocalPersistence,
      browserSessionPersistence,
      inMemoryPersistence,
    ],
    // With it the SDK waits, on phones and in Safari, for an outside script before it restores the
    // account. Only a pop-up needs that: there it must open straight from the first press (RD-05).
    // A redirect brings it along.
    ...(signInFlow === 'popup' && { popupRedirectResolver: browserPopupRedirectResolver }),
  })
  return ofTenant(auth, tenantId, emulatorUrl)
}

/** An instance that stores nothing. Each has an app of its own, whose name no other may have. */
function initializeForMemory(config: Config, tenantId: string | null): Auth {
  const { apiKey, authDomain, emulatorUrl } = config
  const app = initializeApp({ apiKey, authDomain }, `candidate:${crypto.randomUUID()}`)
  return ofTenant(initializeAuth(app, { persistence: inMemoryPersistence }), tenantId, emulatorUrl)
}

function ofTenant(auth: Auth, tenantId: string | null, emulatorUrl: string | undefined): Auth {
  auth.tenantId = tenantId
  if (emulatorUrl !== undefined) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  return auth
}

function adapt(
  auth: Auth,
  openCandidates: () => Auth,
  calls: SdkCalls,
  { loadProviderScript }: Pick<Surroundings, 'loadProviderScript'>,
): TenantAuth {
  let redirectResult: ReturnType<TenantAuth['redirectResult']> | null = null
  const limited = <Result>(work: Promise<Result>): Promise<Result> =>
    withLimit(work, limitMs, () => new CodedError('redirect-result-timeout'))

  /** A sign-in by a provider's answer. The SDK cannot repeat one, and forgets the answer. */
  async function atProvider<Result extends UserCredential | null>(
    signIn: () => Promise<Result>,
  ): Promise<Result> {
    calls.forget()
    try {
      const signedIn = await translated(signIn())
      if (signedIn !== null) await refuseGuest(auth, signedIn)
      return signedIn
    } catch (cause) {
      const handOver = calls.lastHandOver()
      if (handOver === null || isOutcome(cause)) throw cause
      throw new InterruptedSignIn(codeOf(cause), {
        cause,
        repeat: () =>
          atProvider<UserCredential>(() => {
            calls.repeatNext(handOver)
            // Any credential leads to the call that the one to be repeated takes the place of.
            return signInWithCredential(auth, GoogleAuthProvider.credential('repeated'))
          }),
      })
    }
  }

  return {
    app: auth.app,
    tenantId: auth.tenantId,

    onAuthStateChanged: (next, onError) => auth.onAuthStateChanged(next, onError),
    signOut: () => timely(auth.signOut()),

    redirectResult() {
      redirectResult ??= atProvider(() =>
        limited(
          loadProviderScript().then(() => getRedirectResult(auth, browserPopupRedirectResolver)),
        ),
      )
      return redirectResult
    },

    prepare: () => Promise.resolve(),

    signIn(wish) {
      auth.languageCode = wish.languageCode
      const provider = providerFor(wish)
      // No await before the SDK's call: a browser opens windows only straight from a click.
      return atProvider<UserCredential>(() =>
        wish.flow === 'popup'
          ? signInWithPopup(auth, provider, browserPopupRedirectResolver)
          : signInWithRedirect(auth, provider, browserPopupRedirectResolver),
      )
    },

    async currentUser() {
      const ready = auth.authStateReady().then(() => auth.currentUser)
      return withLimit(ready, limitMs, () => new CodedError('auth/timeout')).catch(() => null)
    },

    signInWithCustomToken: (token) => timely(signInWithCustomToken(auth, token)),
    async candidateOf(token) {
      const { user } = await timely(signInWithCustomToken(openCandidates(), token))
      return {
        user,
        async accept() {
          await timely(updateCurrentUser(auth, user))
          return { user: auth.currentUser }
        },
      }
    },

    sendCode: (phoneNumber, proof) => sendCode(auth, phoneNumber, proof),
    confirmationOf: (verificationId) => confirmationOf(auth, verificationId),
    async link(user, { json }) {
      const credential = OAuthCredential.fromJSON(json)
      if (credential === null) throw new CodedError('auth/invalid-credential')
      await timely(linkWithCredential(user as User, credential))
    },
  }
}

/**
 * The service has created an account for a guest by the time the SDK hands it over, with a sign-in name
 * for an address. It is deleted where this sign-in created it.
 *
 * @throws GuestAccountUsed
 */
async function refuseGuest(auth: Auth, credential: UserCredential): Promise<void> {
  const guest = guestIn(credential.user.email)
  if (guest === null) return
  if (getAdditionalUserInfo(credential)?.isNewUser === true) {
    // A project may forbid it; the account is then left without a session.
    await timely(deleteUser(credential.user)).catch(() => {})
  }
  await timely(auth.signOut())
  throw new GuestAccountUsed(guest)
}

function providerFor(wish: SignInWish): AuthProvider {
  const { method } = wish
  return (
    method === 'google.com' ? new GoogleAuthProvider() : new OAuthProvider(method)
  ).setCustomParameters(customParametersOf(wish))
}
