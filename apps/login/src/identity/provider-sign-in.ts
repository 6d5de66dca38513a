import {
  GoogleAuthProvider,
  OAuthProvider,
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
import type { SignInWish, TenantAuth } from './identity.ts'
import { InterruptedSignIn, isOutcome } from './interrupted-sign-in.ts'
import { customParametersOf } from './provider-redirect.ts'
import { limitMs, timely, translated } from './sdk-call.ts'
import type { SdkCalls } from './sdk-calls.ts'

/**
 * Sign-in at a provider by the SDK: leads to the provider's page, and signs in with its answer.
 *
 * @param loadProviderScript resolves when the script that the SDK would fetch from Google is there already
 */
export function createProviderSignIn(
  auth: Auth,
  calls: SdkCalls,
  loadProviderScript: () => Promise<void>,
): Pick<TenantAuth, 'redirectResult' | 'prepare' | 'signIn'> {
  let redirectResult: ReturnType<TenantAuth['redirectResult']> | null = null

  async function readRedirectResult(): Promise<UserCredential | null> {
    await loadProviderScript()
    return getRedirectResult(auth, browserPopupRedirectResolver)
  }

  return {
    redirectResult() {
      redirectResult ??= withAnswer(auth, calls, () =>
        withLimit(readRedirectResult(), limitMs, () => new CodedError('redirect-result-timeout')),
      )
      return redirectResult
    },

    prepare: () => Promise.resolve(),

    signIn(wish) {
      auth.languageCode = wish.languageCode
      const provider = providerFor(wish)
      // Browsers open windows only straight from a click, so nothing is awaited before the SDK's call.
      return withAnswer<UserCredential>(auth, calls, () =>
        wish.flow === 'popup'
          ? signInWithPopup(auth, provider, browserPopupRedirectResolver)
          : signInWithRedirect(auth, provider, browserPopupRedirectResolver),
      )
    },
  }
}

/**
 * The SDK forgets a provider's answer, and cannot repeat a sign-in that failed after it. The user would have
 * to go to the provider again, so the call that passed the answer on is kept, and can be repeated.
 *
 * @throws InterruptedSignIn
 */
async function withAnswer<Result extends UserCredential | null>(
  auth: Auth,
  calls: SdkCalls,
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
        withAnswer<UserCredential>(auth, calls, () => {
          calls.repeatNext(handOver)
          // Any credential leads to the call that the one to be repeated takes the place of.
          return signInWithCredential(auth, GoogleAuthProvider.credential('repeated'))
        }),
    })
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
