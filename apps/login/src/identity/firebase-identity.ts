import { secondFactorsOf } from '@foyer/contract/config'
import type { Config, SecondFactorKind } from '@foyer/contract/config'
import { initializeApp } from 'firebase/app'
import {
  OAuthCredential,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  browserSessionPersistence,
  connectAuthEmulator,
  inMemoryPersistence,
  indexedDBLocalPersistence,
  initializeAuth,
  linkWithCredential,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  updateCurrentUser,
} from 'firebase/auth'
import type { Auth, User, UserCredential } from 'firebase/auth'
import { tenantIn } from '../config/tenants.ts'
import { CodedError } from '../errors/coded-error.ts'
import { addCodes } from '../errors/error-table.ts'
import { sdkCodes } from '../errors/sdk-codes.ts'
import { appName } from './app-name.ts'
import { endTransactionsOnLeaving } from './end-transactions.ts'
import type { DatabaseScope } from './end-transactions.ts'
import { withAddedFactor } from './enrolment.ts'
import type { Identity, TenantAuth } from './identity.ts'
import { createLocalProviderScript } from './local-provider-script.ts'
import { confirmationOf, sendCode } from './phone-messages.ts'
import { linked, refuseWithFactor, withSecondFactor } from './pending-sign-in.ts'
import { createProviderSignIn } from './provider-sign-in.ts'
import { limitMs, timely } from './sdk-call.ts'
import { watchSdkCalls } from './sdk-calls.ts'
import type { SdkCalls } from './sdk-calls.ts'
import type { AskForFactor } from './second-factor.ts'
import { withLimit } from '../browser/with-limit.ts'

addCodes(sdkCodes)

interface IdentityDeps {
  /** Resolves when the provider script, which the SDK would fetch from Google, is loaded. */
  loadProviderScript: () => Promise<void>
  /** The global object, whose `fetch` the SDK uses. */
  scope: { fetch: typeof fetch } & DatabaseScope
  askForFactor: AskForFactor
}

/** Google Identity Platform, with the page's real dependencies. */
export async function openFirebaseIdentity(
  config: Config,
  askForFactor: AskForFactor,
): Promise<Pick<Identity, 'authOf'>> {
  const loadProviderScript = createLocalProviderScript(config.emulatorUrl)
  // For pop-ups, the SDK would fetch this script at once, unless it is loaded. If that fails, the first use reports it.
  if (config.signInFlow === 'popup') await loadProviderScript().catch(() => {})
  return createFirebaseIdentity(config, { loadProviderScript, scope: window, askForFactor })
}

/** Google Identity Platform, through its modular SDK. */
export function createFirebaseIdentity(
  config: Config,
  deps: IdentityDeps,
): Pick<Identity, 'authOf'> {
  const auths = new Map<string | null, TenantAuth>()
  const calls = watchSdkCalls(deps.scope)
  endTransactionsOnLeaving(deps.scope)
  return {
    authOf(tenantId) {
      const known = auths.get(tenantId)
      if (known) return known
      const candidates = (): Auth => initializeForMemory(config, tenantId)
      const auth = adapt(initialize(config, tenantId), candidates, {
        ...deps,
        calls,
        neededFactors: secondFactorsOf(config, tenantIn(config, tenantId)),
      })
      auths.set(tenantId, auth)
      return auth
    },
  }
}

function initialize(config: Config, tenantId: string | null): Auth {
  const { apiKey, authDomain, emulatorUrl, signInFlow } = config
  const app = initializeApp({ apiKey, authDomain }, appName(tenantId))
  const auth = initializeAuth(app, {
    // Private windows block some of these. Memory always works.
    persistence: [
      indexedDBLocalPersistence,
      browserLocalPersistence,
      browserSessionPersistence,
      inMemoryPersistence,
    ],
    // With this resolver, the SDK on phones and in Safari waits for an external script before it restores the account.
    // Only a pop-up needs the resolver here, because it must open directly from the first press (RD-05). A redirect
    // sets it when it is called.
    ...(signInFlow === 'popup' && { popupRedirectResolver: browserPopupRedirectResolver }),
  })
  return ofTenant(auth, tenantId, emulatorUrl)
}

/** An instance that stores nothing. It has an app of its own, with a unique name. */
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
  deps: Pick<IdentityDeps, 'loadProviderScript' | 'askForFactor'> & {
    calls: SdkCalls
    neededFactors: readonly SecondFactorKind[]
  },
): TenantAuth {
  /** Nothing is stored before the account is accepted, because a reload would use what is stored. */
  async function candidateOf(token: string): ReturnType<TenantAuth['candidateOf']> {
    const candidates = openCandidates()
    const { user } = await timely(signInWithCustomToken(candidates, token))
    refuseWithFactor(user)
    return {
      user,
      async accept() {
        await timely(updateCurrentUser(auth, user))
        return { user: auth.currentUser }
      },
    }
  }

  /** The user proves the second factor of the account, or adds one where it is required. */
  async function withFactor(signIn: Promise<UserCredential>): Promise<UserCredential> {
    const { askForFactor, neededFactors } = deps
    const signedIn = await withSecondFactor(auth, askForFactor, timely(signIn))
    return withAddedFactor(auth, askForFactor, neededFactors, signedIn)
  }

  return {
    app: auth.app,
    tenantId: auth.tenantId,

    onAuthStateChanged: (next, onError) => auth.onAuthStateChanged(next, onError),
    signOut: () => timely(auth.signOut()),
    async currentUser() {
      const ready = auth.authStateReady().then(() => auth.currentUser)
      return withLimit(ready, limitMs, () => new CodedError('auth/timeout')).catch(() => null)
    },

    ...createProviderSignIn(auth, deps),

    signInWithPassword: (email, password) =>
      withFactor(signInWithEmailAndPassword(auth, email, password)),
    signInWithEmailLink: (email, oobCode) =>
      withFactor(signInWithEmailLink(auth, email, emailLinkOf(auth, oobCode))),
    signInWithCustomToken: async (token) => (await candidateOf(token)).accept(),
    candidateOf,

    sendCode: (phoneNumber, proof) => sendCode(auth, phoneNumber, proof),
    confirmationOf: (verificationId) => confirmationOf(auth, verificationId),
    async link(user, { json }) {
      // Of a SAML credential, only the pending token counts, which this class sends too.
      const credential = OAuthCredential.fromJSON(json)
      if (credential === null) throw new CodedError('auth/invalid-credential')
      await linked(user as User, credential, timely(linkWithCredential(user as User, credential)))
    },
  }
}

/** The SDK takes a code only as a part of the link that the service itself would send. */
function emailLinkOf({ tenantId, config }: Auth, oobCode: string): string {
  const query = new URLSearchParams({ mode: 'signIn', apiKey: config.apiKey, oobCode })
  if (tenantId !== null) query.set('tenantId', tenantId)
  return `https://localhost/?${query.toString()}`
}
