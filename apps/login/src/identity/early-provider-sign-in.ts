import { CodedError, codeOf } from '../errors/coded-error.ts'
import type { Departures } from './departures.ts'
import type { SignedIn, SignInWish, TenantAuth } from './identity.ts'
import { InterruptedSignIn, isOutcome } from './interrupted-sign-in.ts'
import type { LateSdk } from './late-sdk.ts'

/** How a user gets to a provider's page and back without the SDK. */
export interface ProviderRedirect {
  departures: Departures
  /** Leaves for the provider's page. False where only the SDK can. */
  leave: (tenantId: string | null, wish: SignInWish) => boolean
  /** Loads the page as the provider left it, with its answer still to be read. */
  readReturnAgain: (tenantId: string | null) => void
  /** Whether another page has led to this one, as a provider's does, and not the user. */
  wasLedHere: () => boolean
  /** Whether a press is to open a window, which only the SDK can. */
  opensWindows: boolean
}

/** Sign-in at a provider: leaves without the SDK where that is possible, and loads it for the answer. */
export function createEarlyProviderSignIn(
  tenantId: string | null,
  sdk: LateSdk,
  { departures, leave, readReturnAgain, wasLedHere, opensWindows }: ProviderRedirect,
): Pick<TenantAuth, 'redirectResult' | 'prepare' | 'signIn'> {
  let redirectResult: Promise<SignedIn | null> | null = null

  async function readRedirectResult(): Promise<SignedIn | null> {
    if (!departures.isNoted(tenantId)) return null
    const result = await takeRedirectResult()
    // Browsers keep the storage of another site's helper page apart, so the provider's answer can get lost
    // on the way. A user who went Back from the provider is not told so.
    if (result === null && wasLedHere()) throw new CodedError('auth/web-storage-unsupported')
    return result
  }

  async function takeRedirectResult(): Promise<SignedIn | null> {
    try {
      const auth = await sdk.load()
      departures.forget(tenantId)
      return await auth.redirectResult()
    } catch (cause) {
      if (cause instanceof InterruptedSignIn || isOutcome(cause)) throw cause
      // The answer was not read yet. The SDK reads it once for each page load.
      throw new InterruptedSignIn(codeOf(cause), {
        cause,
        repeat() {
          readReturnAgain(tenantId)
          return new Promise(() => {})
        },
      })
    }
  }

  return {
    redirectResult() {
      redirectResult ??= readRedirectResult()
      return redirectResult
    },

    async prepare() {
      if (opensWindows) await sdk.load()
    },

    signIn(wish) {
      if (wish.flow === 'redirect') {
        if (!departures.note(tenantId)) {
          return Promise.reject(new CodedError('auth/web-storage-unsupported'))
        }
        if (leave(tenantId, wish)) return new Promise(() => {})
      }
      // Browsers open windows only straight from a click: where the SDK is loaded, nothing is awaited.
      const loaded = sdk.current()
      const signedIn = loaded ? loaded.signIn(wish) : sdk.load().then((auth) => auth.signIn(wish))
      return signedIn.catch((error: unknown) => {
        // The page was not left. With the note kept, the next page load would wait for a provider's answer.
        if (wish.flow === 'redirect') departures.forget(tenantId)
        throw error
      })
    },
  }
}
