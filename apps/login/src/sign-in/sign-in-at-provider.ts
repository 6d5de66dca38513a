import { codeOf } from '../errors/coded-error.ts'
import type { SignedIn, SignInWish, TenantAuth } from '../identity/identity.ts'

/**
 * On the provider's page: in a window, or by leaving this page, which also does where a browser opens
 * no window (RD-05).
 *
 * @param isNewest whether the visitor has picked nothing else meanwhile
 */
export async function signInAtProvider(
  auth: TenantAuth,
  wish: SignInWish,
  isNewest: () => boolean,
): Promise<SignedIn> {
  try {
    return await auth.signIn(wish)
  } catch (error) {
    const isBlocked = wish.flow === 'popup' && codeOf(error) === 'auth/popup-blocked'
    if (!isBlocked || !isNewest()) throw error
    return auth.signIn({ ...wish, flow: 'redirect' })
  }
}
