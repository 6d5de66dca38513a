import type { SignedInUser, TenantAuth } from './identity.ts'
import type { LateSdk } from './late-sdk.ts'

const onlySdkKnows: unique symbol = Symbol('only the SDK knows')

/**
 * The signed-in user, as far as the browser's storage shows without the SDK.
 *
 * @param readStoredUser rejects if only the SDK knows
 */
export function createEarlyUser(
  sdk: LateSdk,
  readStoredUser: () => Promise<SignedInUser | null>,
): Pick<TenantAuth, 'onAuthStateChanged' | 'currentUser'> {
  /**
   * Another tab may have signed in another user, which the SDK notices up to a second later. So the storage is read
   * first, even if the SDK is loaded. But empty storage proves nothing then: if the browser blocks it, the SDK keeps
   * the account in memory.
   */
  async function recall(): Promise<SignedInUser | null | typeof onlySdkKnows> {
    const user = await readStoredUser().catch((): typeof onlySdkKnows => onlySdkKnows)
    return user === null && sdk.current() !== null ? onlySdkKnows : user
  }

  return {
    onAuthStateChanged(next, onError) {
      let isSubscribed = true
      let unsubscribe = (): void => {
        isSubscribed = false
      }
      const report = async (): Promise<void> => {
        const user = await recall()
        if (user !== onlySdkKnows) {
          if (isSubscribed) next(user)
          return
        }
        const auth = await sdk.load()
        if (isSubscribed) unsubscribe = auth.onAuthStateChanged(next, onError)
      }
      report().catch((error: Error) => onError?.(error))
      return () => unsubscribe()
    },

    async currentUser() {
      const user = await recall()
      return user === onlySdkKnows ? (await sdk.load()).currentUser() : user
    },
  }
}
