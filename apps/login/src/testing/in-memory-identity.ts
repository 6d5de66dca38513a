import type { UserCredential } from '@foyer/iap-sign-in'
import { CodedError } from '../errors/coded-error.ts'
import type {
  Identity,
  PendingCredential,
  PhoneConfirmation,
  SignedInUser,
  SignInWish,
  TenantAuth,
} from '../identity/identity.ts'

/** An identity service whose accounts and failures a test decides. */
export interface InMemoryIdentity extends Identity {
  wishes: SignInWish[]
  signedOut: (string | null)[]
  /** What each further sign-in comes to; without one it stays open, as behind a provider's page. */
  outcomes: (() => Promise<UserCredential>)[]
  /** Whom the browser remembers. */
  remembered: SignedInUser | null
  preparation: Promise<void>
  /** The numbers that messages were asked for, and what each further request comes to. */
  sent: string[]
  messages: (() => Promise<PhoneConfirmation>)[]
  /** The codes that were tried, and what each further one comes to. */
  tried: { verificationId: string; code: string }[]
  confirmations: (() => Promise<UserCredential>)[]
  /** Whom a custom token signs in. */
  owners: Map<string, () => Promise<UserCredential>>
  links: PendingCredential[]
  /** What adding a credential comes to. */
  linking: () => Promise<void>
  /** With what the visitor came back to this page load. */
  returned: () => Promise<UserCredential | null>
}

export function createInMemoryIdentity(apiKey: string): InMemoryIdentity {
  const auths = new Map<string | null, TenantAuth>()
  const identity: InMemoryIdentity = {
    wishes: [],
    signedOut: [],
    outcomes: [],
    remembered: null,
    preparation: Promise.resolve(),
    sent: [],
    messages: [],
    tried: [],
    confirmations: [],
    owners: new Map(),
    links: [],
    linking: () => Promise.resolve(),
    returned: () => Promise.resolve(null),
    authOf(tenantId) {
      const auth = auths.get(tenantId) ?? createAuth(tenantId)
      auths.set(tenantId, auth)
      return auth
    },
  }

  const confirmationOf = (verificationId: string): PhoneConfirmation => ({
    verificationId,
    confirm(code) {
      identity.tried.push({ verificationId, code })
      return identity.confirmations.shift()?.() ?? new Promise(() => {})
    },
  })

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
      prepare: () => identity.preparation,
      signIn(wish) {
        identity.wishes.push(wish)
        return identity.outcomes.shift()?.() ?? new Promise(() => {})
      },
      currentUser: () => Promise.resolve(identity.remembered),
      signInWithCustomToken: (token) =>
        identity.owners.get(token)?.() ??
        Promise.reject(new CodedError('auth/invalid-custom-token')),
      sendCode(phoneNumber) {
        identity.sent.push(phoneNumber)
        return (
          identity.messages.shift()?.() ??
          Promise.resolve(confirmationOf(`sent-${identity.sent.length}`))
        )
      },
      confirmationOf,
      async link(_user, credential) {
        await identity.linking()
        identity.links.push(credential)
      },
    }
  }

  return identity
}

interface Traits {
  uid?: string
  email?: string | null
  claims?: Record<string, unknown>
  /** What each forced refresh comes to. */
  refreshed?: () => Promise<string>
}

export function userOf(tenantId: string | null, traits: Traits = {}): SignedInUser {
  const { uid = 'demo-ayse', email = 'ayse@example.com', claims = {}, refreshed } = traits
  return {
    uid,
    email,
    tenantId,
    getIdToken: (isForced) => (isForced && refreshed ? refreshed() : Promise.resolve('id-token')),
    getIdTokenResult: () =>
      Promise.resolve({ token: 'id-token', issuedAtTime: new Date().toISOString(), claims }),
  }
}
