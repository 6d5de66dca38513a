import type { UserCredential } from '@foyer/iap-sign-in'
import { CodedError } from '../errors/coded-error.ts'
import type {
  AccountNames,
  Identity,
  PendingCredential,
  PhoneConfirmation,
  SignedInUser,
  SignInOptions,
  TenantAuth,
} from '../identity/identity.ts'

/** An identity service whose accounts and failures the test sets. */
export interface InMemoryIdentity extends Identity {
  signIns: SignInOptions[]
  /** The tenant of each sign-in that was begun, by a provider, a text message or a custom token. */
  begunAt: (string | null)[]
  signedOut: (string | null)[]
  /** The outcome of each further sign-in. Without one, it stays pending, as at a provider's page. */
  outcomes: (() => Promise<UserCredential>)[]
  /** The user that the browser stores. A sign-in changes it. */
  remembered: SignedInUser | null
  /** The stored accounts of other tenants. */
  others: (AccountNames | null)[]
  /** How often all accounts were removed, and the outcome of that. */
  forgotten: number
  forgetting: () => Promise<void>
  preparation: Promise<void>
  /** The numbers for which text messages were requested, and the outcome of each further request. */
  sent: string[]
  messages: (() => Promise<PhoneConfirmation>)[]
  /** The codes that were tried, and the outcome of each further one. */
  tried: { verificationId: string; code: string }[]
  confirmations: (() => Promise<UserCredential>)[]
  /** The email addresses and passwords that were tried. Their outcomes are in `outcomes`. */
  passwords: { email: string; password: string }[]
  /** The codes with which a sign-in was tried. Their outcomes are in `outcomes`. */
  emailLinks: { email: string; oobCode: string }[]
  /** The user of each custom token. */
  owners: Map<string, () => Promise<UserCredential>>
  links: PendingCredential[]
  /** The outcome of linking a credential. */
  linking: () => Promise<void>
  /** The account with which the user returned in this page load. */
  returned: () => Promise<UserCredential | null>
}

export function createInMemoryIdentity(apiKey: string): InMemoryIdentity {
  const auths = new Map<string | null, TenantAuth>()
  const identity: InMemoryIdentity = {
    signIns: [],
    begunAt: [],
    signedOut: [],
    outcomes: [],
    remembered: null,
    others: [],
    forgotten: 0,
    forgetting: () => Promise.resolve(),
    preparation: Promise.resolve(),
    sent: [],
    messages: [],
    tried: [],
    confirmations: [],
    passwords: [],
    emailLinks: [],
    owners: new Map(),
    links: [],
    linking: () => Promise.resolve(),
    returned: () => Promise.resolve(null),
    authOf(tenantId) {
      const auth = auths.get(tenantId) ?? createAuth(tenantId)
      auths.set(tenantId, auth)
      return auth
    },
    storedAccounts: () =>
      Promise.resolve([...(identity.remembered ? [identity.remembered] : []), ...identity.others]),
    async forgetAccounts() {
      await identity.forgetting()
      identity.forgotten += 1
      identity.remembered = null
      identity.others = []
    },
  }

  async function remember(signIn: Promise<UserCredential>): Promise<UserCredential> {
    const credential = await signIn
    if (credential.user) identity.remembered = credential.user as SignedInUser
    return credential
  }

  function ownerOf(token: string, tenantId: string | null): Promise<UserCredential> {
    identity.begunAt.push(tenantId)
    return (
      identity.owners.get(token)?.() ?? Promise.reject(new CodedError('auth/invalid-custom-token'))
    )
  }

  const confirmationOf = (verificationId: string): PhoneConfirmation => ({
    verificationId,
    confirm(code) {
      identity.tried.push({ verificationId, code })
      return remember(identity.confirmations.shift()?.() ?? new Promise(() => {}))
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
      async redirectResult() {
        const returned = await identity.returned()
        return returned && remember(Promise.resolve(returned))
      },
      prepare: () => identity.preparation,
      signIn(options) {
        identity.signIns.push(options)
        identity.begunAt.push(tenantId)
        return remember(identity.outcomes.shift()?.() ?? new Promise(() => {}))
      },
      currentUser: () => Promise.resolve(identity.remembered),
      signInWithEmailLink(email, oobCode) {
        identity.emailLinks.push({ email, oobCode })
        identity.begunAt.push(tenantId)
        return remember(identity.outcomes.shift()?.() ?? new Promise(() => {}))
      },
      signInWithPassword(email, password) {
        identity.passwords.push({ email, password })
        identity.begunAt.push(tenantId)
        return remember(identity.outcomes.shift()?.() ?? new Promise(() => {}))
      },
      signInWithCustomToken: (token) => remember(ownerOf(token, tenantId)),
      async candidateOf(token) {
        const owner = await ownerOf(token, tenantId)
        return { user: owner.user as SignedInUser, accept: () => remember(Promise.resolve(owner)) }
      },
      sendCode(phoneNumber) {
        identity.sent.push(phoneNumber)
        identity.begunAt.push(tenantId)
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
  phoneNumber?: string | null
  claims?: Record<string, unknown>
  /** The outcome of each forced refresh. */
  refreshed?: () => Promise<string>
}

export function userOf(tenantId: string | null, traits: Traits = {}): SignedInUser {
  const { uid = 'demo-ayse', email = 'ayse@example.com', phoneNumber = null } = traits
  const { claims = {}, refreshed } = traits
  return {
    uid,
    email,
    phoneNumber,
    tenantId,
    getIdToken: (isForced) => (isForced && refreshed ? refreshed() : Promise.resolve('id-token')),
    getIdTokenResult: () =>
      Promise.resolve({ token: 'id-token', issuedAtTime: new Date().toISOString(), claims }),
  }
}
