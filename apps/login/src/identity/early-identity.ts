import { CodedError, codeOf } from '../errors/coded-error.ts'
import type { Departures } from './departures.ts'
import type { Identity, SignedIn, SignedInUser, SignInWish, TenantAuth } from './identity.ts'
import { InterruptedSignIn, isOutcome } from './interrupted-sign-in.ts'

interface EarlyIdentityParts extends Pick<Identity, 'storedAccounts' | 'forgetAccounts'> {
  apiKey: string
  loadIdentity: () => Promise<Pick<Identity, 'authOf'>>
  /** Rejects when only the SDK can tell. */
  recallUser: (tenantId: string | null) => Promise<SignedInUser | null>
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

/**
 * The identity service before its SDK is there. Most page loads need only to know whether somebody is
 * remembered; the SDK is waited for where it has to act.
 */
export function createEarlyIdentity(parts: EarlyIdentityParts): Identity {
  const auths = new Map<string | null, TenantAuth>()
  return {
    authOf(tenantId) {
      const auth = auths.get(tenantId) ?? createEarlyAuth(tenantId, parts)
      auths.set(tenantId, auth)
      return auth
    },
    storedAccounts: parts.storedAccounts,
    forgetAccounts: parts.forgetAccounts,
  }
}

const onlySdkKnows: unique symbol = Symbol('only the SDK knows')

function createEarlyAuth(tenantId: string | null, parts: EarlyIdentityParts): TenantAuth {
  const { apiKey, departures } = parts
  let ready: TenantAuth | null = null
  let redirectResult: Promise<SignedIn | null> | null = null

  async function whenReady(): Promise<TenantAuth> {
    const identity = await parts.loadIdentity()
    ready = identity.authOf(tenantId)
    return ready
  }

  async function readRedirectResult(): Promise<SignedIn | null> {
    if (!departures.isNoted(tenantId)) return null
    const result = await takeRedirectResult()
    // The provider has answered, and nothing of it has arrived: browsers keep the storage of another site's
    // helper page apart. A user who went Back from the provider is not told so.
    if (result === null && parts.wasLedHere()) {
      throw new CodedError('auth/web-storage-unsupported')
    }
    return result
  }

  async function takeRedirectResult(): Promise<SignedIn | null> {
    try {
      const auth = await whenReady()
      departures.forget(tenantId)
      return await auth.redirectResult()
    } catch (cause) {
      if (cause instanceof InterruptedSignIn || isOutcome(cause)) throw cause
      // The answer was not read yet. The SDK reads it once for each page load.
      throw new InterruptedSignIn(codeOf(cause), {
        cause,
        repeat() {
          parts.readReturnAgain(tenantId)
          return new Promise(() => {})
        },
      })
    }
  }

  /**
   * The store is asked first, also when the SDK is there: another tab may have signed somebody else in,
   * which the SDK learns up to a second later. An empty store tells nothing of an SDK that has to keep its
   * account in memory.
   */
  async function recall(): Promise<SignedInUser | null | typeof onlySdkKnows> {
    const user = await parts.recallUser(tenantId).catch((): typeof onlySdkKnows => onlySdkKnows)
    return user === null && ready !== null ? onlySdkKnows : user
  }

  return {
    app: { options: { apiKey } },
    tenantId,

    onAuthStateChanged(next, onError) {
      let isHeard = true
      let stop = (): void => {
        isHeard = false
      }
      const tell = async (): Promise<void> => {
        const user = await recall()
        if (user !== onlySdkKnows) {
          if (isHeard) next(user)
          return
        }
        const auth = await whenReady()
        if (isHeard) stop = auth.onAuthStateChanged(next, onError)
      }
      tell().catch((error: Error) => onError?.(error))
      return () => stop()
    },

    redirectResult() {
      redirectResult ??= readRedirectResult()
      return redirectResult
    },

    async prepare() {
      if (parts.opensWindows) await whenReady()
    },

    signIn(wish) {
      if (wish.flow === 'redirect') {
        if (!departures.note(tenantId)) {
          return Promise.reject(new CodedError('auth/web-storage-unsupported'))
        }
        if (parts.leave(tenantId, wish)) return new Promise(() => {})
      }
      // No await where the SDK is there: a browser opens windows only straight from a click.
      const signedIn = ready ? ready.signIn(wish) : whenReady().then((auth) => auth.signIn(wish))
      return signedIn.catch((error: unknown) => {
        // Nobody has left: a reload need not wait for somebody to come back.
        if (wish.flow === 'redirect') departures.forget(tenantId)
        throw error
      })
    },

    confirmationOf: (verificationId) => ({
      verificationId,
      async confirm(code) {
        const auth = await whenReady()
        return auth.confirmationOf(verificationId).confirm(code)
      },
    }),

    signOut: async () => (await whenReady()).signOut(),
    async currentUser() {
      const user = await recall()
      return user === onlySdkKnows ? (await whenReady()).currentUser() : user
    },
    signInWithCustomToken: async (token) => (await whenReady()).signInWithCustomToken(token),
    candidateOf: async (token) => (await whenReady()).candidateOf(token),
    sendCode: async (phoneNumber, proof) => (await whenReady()).sendCode(phoneNumber, proof),
    link: async (user, credential) => (await whenReady()).link(user, credential),
  }
}
