import type { User, UserCredential } from '@foyer/iap-sign-in'
import type { Identity, SignInWish, TenantAuth } from '../identity/identity.ts'

/** An identity service whose accounts and failures a test decides. */
export interface InMemoryIdentity extends Identity {
  wishes: SignInWish[]
  signedOut: (string | null)[]
  /** What each further sign-in comes to; without one it stays open, as behind a provider's page. */
  outcomes: (() => Promise<UserCredential>)[]
  /** With what the visitor came back to this page load. */
  returned: () => Promise<UserCredential | null>
}

export function createInMemoryIdentity(apiKey: string): InMemoryIdentity {
  const auths = new Map<string | null, TenantAuth>()
  const identity: InMemoryIdentity = {
    wishes: [],
    signedOut: [],
    outcomes: [],
    returned: () => Promise.resolve(null),
    authOf(tenantId) {
      const auth = auths.get(tenantId) ?? createAuth(tenantId)
      auths.set(tenantId, auth)
      return auth
    },
  }

  function createAuth(tenantId: string | null): TenantAuth {
    return {
      app: { options: { apiKey } },
      tenantId,
      onAuthStateChanged(next) {
        queueMicrotask(() => next(null))
        return () => {}
      },
      signOut() {
        identity.signedOut.push(tenantId)
        return Promise.resolve()
      },
      redirectResult: () => identity.returned(),
      signIn(wish) {
        identity.wishes.push(wish)
        return identity.outcomes.shift()?.() ?? new Promise(() => {})
      },
    }
  }

  return identity
}

export function userOf(tenantId: string | null): User {
  return {
    tenantId,
    getIdToken: () => Promise.resolve('id-token'),
    getIdTokenResult: () =>
      Promise.resolve({ token: 'id-token', issuedAtTime: new Date().toISOString() }),
  }
}
