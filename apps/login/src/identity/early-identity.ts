import { createEarlyProviderSignIn } from './early-provider-sign-in.ts'
import type { ProviderRedirect } from './early-provider-sign-in.ts'
import { createEarlyUser } from './early-user.ts'
import type { Identity, SignedInUser, TenantAuth } from './identity.ts'
import { createLateSdk } from './late-sdk.ts'

interface EarlyIdentityDeps
  extends ProviderRedirect, Pick<Identity, 'storedAccounts' | 'forgetAccounts'> {
  apiKey: string
  loadIdentity: () => Promise<Pick<Identity, 'authOf'>>
  /** Rejects if only the SDK knows. */
  recallUser: (tenantId: string | null) => Promise<SignedInUser | null>
}

/**
 * The identity service before its SDK is loaded. Most page loads only need to know whether a user is signed in. The SDK
 * is loaded when it has to do something.
 */
export function createEarlyIdentity(deps: EarlyIdentityDeps): Identity {
  const auths = new Map<string | null, TenantAuth>()
  return {
    authOf(tenantId) {
      const auth = auths.get(tenantId) ?? createEarlyAuth(tenantId, deps)
      auths.set(tenantId, auth)
      return auth
    },
    storedAccounts: deps.storedAccounts,
    forgetAccounts: deps.forgetAccounts,
  }
}

function createEarlyAuth(tenantId: string | null, deps: EarlyIdentityDeps): TenantAuth {
  const sdk = createLateSdk(tenantId, deps.loadIdentity)
  return {
    app: { options: { apiKey: deps.apiKey } },
    tenantId,

    ...createEarlyUser(sdk, () => deps.recallUser(tenantId)),
    ...createEarlyProviderSignIn(tenantId, sdk, deps),

    confirmationOf: (verificationId) => ({
      verificationId,
      async confirm(code) {
        const auth = await sdk.load()
        return auth.confirmationOf(verificationId).confirm(code)
      },
    }),
    signOut: async () => (await sdk.load()).signOut(),
    signInWithCustomToken: async (token) => (await sdk.load()).signInWithCustomToken(token),
    signInWithEmailLink: async (...how) => (await sdk.load()).signInWithEmailLink(...how),
    signInWithPassword: async (...how) => (await sdk.load()).signInWithPassword(...how),
    candidateOf: async (token) => (await sdk.load()).candidateOf(token),
    sendCode: async (phoneNumber, proof) => (await sdk.load()).sendCode(phoneNumber, proof),
    link: async (user, credential) => (await sdk.load()).link(user, credential),
  }
}
