import { CodedError, codeOf } from '../errors/coded-error.ts'
import type { Departures } from './departures.ts'
import type { SignedIn, SignInOptions, TenantAuth } from './identity.ts'
import { InterruptedSignIn, isOutcome } from './interrupted-sign-in.ts'
import type { LateSdk } from './late-sdk.ts'

/** The redirect to a provider's page and back, without the SDK. */
export interface ProviderRedirect {
  departures: Departures
  /** Leaves for the provider's page. Returns false if only the SDK can do that. */
  leave: (tenantId: string | null, options: SignInOptions) => boolean
  /** Reloads the page as the provider left it, so that its answer can be read again. */
  readReturnAgain: (tenantId: string | null) => void
  /** Whether another page, such as a provider's, redirected to this one. */
  wasLedHere: () => boolean
  /** Whether sign-ins open a window, which only the SDK can do. */
  opensWindows: boolean
}

/** The sign-in at a provider. Leaves without the SDK if possible, and loads it to read the answer. */
export function createEarlyProviderSignIn(
  tenantId: string | null,
  sdk: LateSdk,
  { departures, leave, readReturnAgain, wasLedHere, opensWindows }: ProviderRedirect,
): Pick<TenantAuth, 'redirectResult' | 'prepare' | 'signIn'> {
  let redirectResult: Promise<SignedIn | null> | null = null

  async function readRedirectResult(): Promise<SignedIn | null> {
    if (!departures.isNoted(tenantId)) return null
    const result = await takeRedirectResult()
    // Some browsers partition the storage of the helper page on another site, so that the provider's answer is lost. A
    // user who went Back from the provider gets no such error.
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
      // The answer was not read, and the SDK can read it once for each page load.
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

    signIn(options) {
      if (options.flow === 'redirect') {
        if (!departures.note(tenantId)) {
          return Promise.reject(new CodedError('auth/web-storage-unsupported'))
        }
        if (leave(tenantId, options)) return new Promise(() => {})
      }
      // Browsers open windows only directly from a click. If the SDK is loaded, nothing is awaited here.
      const loaded = sdk.current()
      const signedIn = loaded
        ? loaded.signIn(options)
        : sdk.load().then((auth) => auth.signIn(options))
      return signedIn.catch((error: unknown) => {
        // The page was not left. If the note stayed, the next page load would wait for a provider's answer.
        if (options.flow === 'redirect') departures.forget(tenantId)
        throw error
      })
    },
  }
}
