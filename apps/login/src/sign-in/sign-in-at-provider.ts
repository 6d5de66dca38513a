import { codeOf } from '../errors/coded-error.ts'
import type { SignedIn, SignInOptions, TenantAuth } from '../identity/identity.ts'
import { InterruptedSignIn } from '../identity/interrupted-sign-in.ts'
import { LinkingNeeded } from '../identity/linking-needed.ts'
import { isChangeOfMind } from './change-of-mind.ts'

/** What refuses each flow in some browsers, and the flow that may do there instead. */
const detours = {
  popup: { refusal: 'auth/popup-blocked', flow: 'redirect' },
  // A user who comes back to a tab that can store nothing is not recognised. A window leaves the page open.
  redirect: { refusal: 'auth/web-storage-unsupported', flow: 'popup' },
} as const

/**
 * On the provider's page: in a window or by leaving this page. Where the browser refuses the flow that is
 * wished for, the other one is tried (RD-05).
 *
 * @param isNewest whether the user has picked nothing else meanwhile
 */
export async function signInAtProvider(
  auth: TenantAuth,
  options: SignInOptions,
  isNewest: () => boolean,
): Promise<SignedIn> {
  const detour = detours[options.flow]
  try {
    return await auth.signIn(options)
  } catch (error) {
    if (codeOf(error) !== detour.refusal || !isNewest()) throw error
    return auth.signIn({ ...options, flow: detour.flow }).catch((other: unknown) => {
      const isTold = canGoOn(other) || isChangeOfMind(other)
      // The provider's window fails in many ways without storage, and says of none that this is why.
      throw detour.flow === 'popup' && !isTold ? error : other
    })
  }
}

/** The provider has answered. */
function canGoOn(error: unknown): boolean {
  return error instanceof LinkingNeeded || error instanceof InterruptedSignIn
}
