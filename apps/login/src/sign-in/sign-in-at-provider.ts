import { codeOf } from '../errors/coded-error.ts'
import type { SignedIn, SignInOptions, TenantAuth } from '../identity/identity.ts'
import { InterruptedSignIn } from '../identity/interrupted-sign-in.ts'
import { LinkingNeeded } from '../identity/linking-needed.ts'
import { isChangeOfMind } from './change-of-mind.ts'

/** The error of each flow if a browser refuses it, and the flow to try instead. */
const detours = {
  popup: { refusal: 'auth/popup-blocked', flow: 'redirect' },
  // If the tab can store nothing, a user who returns is not recognised. With a window, the page stays open.
  redirect: { refusal: 'auth/web-storage-unsupported', flow: 'popup' },
} as const

/**
 * Signs in on the provider's page: in a window, or by leaving this page. If the browser refuses the chosen flow, the
 * other one is tried (RD-05).
 *
 * @param isNewest whether the user has chosen no other method meanwhile
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
      // Without storage, the provider's window fails in many ways, and no error says that this is the cause.
      throw detour.flow === 'popup' && !isTold ? error : other
    })
  }
}

/** The provider has answered. */
function canGoOn(error: unknown): boolean {
  return error instanceof LinkingNeeded || error instanceof InterruptedSignIn
}
