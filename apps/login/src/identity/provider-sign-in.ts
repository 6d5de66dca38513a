import type { SecondFactorKind } from '@foyer/contract/config'
import {
  GoogleAuthProvider,
  OAuthProvider,
  SAMLAuthProvider,
  browserPopupRedirectResolver,
  deleteUser,
  getAdditionalUserInfo,
  getRedirectResult,
  signInWithCredential,
  signInWithPopup,
  signInWithRedirect,
} from 'firebase/auth'
import type { Auth, AuthProvider, UserCredential } from 'firebase/auth'
import { withLimit } from '../browser/with-limit.ts'
import { CodedError, codeOf } from '../errors/coded-error.ts'
import { GuestAccountUsed } from './guest-account-used.ts'
import { guestIn } from './guest-account.ts'
import type { SignInOptions, TenantAuth } from './identity.ts'
import { InterruptedSignIn, isOutcome } from './interrupted-sign-in.ts'
import { customParametersOf, scopesOf } from './provider-redirect.ts'
import { withAddedFactor } from './enrolment.ts'
import { withSecondFactor } from './pending-sign-in.ts'
import { limitMs, timely, translated } from './sdk-call.ts'
import type { SdkCalls } from './sdk-calls.ts'
import type { AskForFactor } from './second-factor.ts'

interface ProviderSignInDeps {
  calls: SdkCalls
  /** Resolves when the script that the SDK would fetch from Google is loaded. */
  loadProviderScript: () => Promise<void>
  askForFactor: AskForFactor
  /** The second factors of which an account needs one. */
  neededFactors: readonly SecondFactorKind[]
}

/** The sign-in at a provider through the SDK: goes to the provider's page, and signs in with its answer. */
export function createProviderSignIn(
  auth: Auth,
  deps: ProviderSignInDeps,
): Pick<TenantAuth, 'redirectResult' | 'prepare' | 'signIn'> {
  let redirectResult: ReturnType<TenantAuth['redirectResult']> | null = null

  async function readRedirectResult(): Promise<UserCredential | null> {
    await deps.loadProviderScript()
    return getRedirectResult(auth, browserPopupRedirectResolver)
  }

  return {
    redirectResult() {
      redirectResult ??= withAnswer(auth, deps, () =>
        withLimit(readRedirectResult(), limitMs, () => new CodedError('redirect-result-timeout')),
      )
      return redirectResult
    },

    prepare: () => Promise.resolve(),

    signIn(options) {
      auth.languageCode = options.languageCode
      const provider = providerFor(options)
      // Browsers open windows only directly from a click, so nothing is awaited before the SDK's call.
      return withAnswer<UserCredential>(auth, deps, () =>
        options.flow === 'popup'
          ? signInWithPopup(auth, provider, browserPopupRedirectResolver)
          : signInWithRedirect(auth, provider, browserPopupRedirectResolver),
      )
    },
  }
}

/**
 * The SDK forgets a provider's answer, and cannot repeat a sign-in that failed after it. The user would have to go to
 * the provider again. So the request with the answer is kept and can be repeated.
 *
 * @throws InterruptedSignIn
 */
async function withAnswer<Result extends UserCredential | null>(
  auth: Auth,
  deps: Omit<ProviderSignInDeps, 'loadProviderScript'>,
  signIn: () => Promise<Result>,
): Promise<Result | UserCredential> {
  const { calls, askForFactor, neededFactors } = deps
  calls.forget()
  try {
    const signedIn = await translated(withSecondFactor(auth, askForFactor, signIn()))
    if (signedIn === null) return signedIn
    await refuseGuest(auth, signedIn)
    return await translated(withAddedFactor(auth, askForFactor, neededFactors, signedIn))
  } catch (cause) {
    const handOver = calls.lastHandOver()
    if (handOver === null || isOutcome(cause)) throw cause
    throw new InterruptedSignIn(codeOf(cause), {
      cause,
      repeat: () =>
        withAnswer<UserCredential>(auth, deps, () => {
          calls.repeatNext(handOver)
          // Any credential will do: the request that is to be repeated replaces the one that the SDK sends for it.
          return signInWithCredential(auth, GoogleAuthProvider.credential('repeated'))
        }),
    })
  }
}

/**
 * For a guest, the service has already created an account when the SDK returns it, with the guest's sign-in name as its
 * email address. It is deleted if this sign-in created it.
 *
 * @throws GuestAccountUsed
 */
async function refuseGuest(auth: Auth, credential: UserCredential): Promise<void> {
  const guest = guestIn(credential.user.email)
  if (guest === null) return
  if (getAdditionalUserInfo(credential)?.isNewUser === true) {
    // A project may forbid deletion. Then the account stays without a session.
    await timely(deleteUser(credential.user)).catch(() => {})
  }
  await timely(auth.signOut())
  throw new GuestAccountUsed(guest)
}

function providerFor(options: SignInOptions): AuthProvider {
  const { method } = options
  const provider = method.startsWith('saml.')
    ? new SAMLAuthProvider(method)
    : addScopes(new OAuthProvider(method), scopesOf(options))
  return provider.setCustomParameters(customParametersOf(options))
}

function addScopes(provider: OAuthProvider, scopes: readonly string[]): OAuthProvider {
  for (const scope of scopes) provider.addScope(scope)
  return provider
}
