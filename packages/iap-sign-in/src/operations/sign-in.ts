import {
  type Auth,
  type AuthenticationHandler,
  isOfTenant,
  type User,
} from '../interfaces/handler.ts'
import { createFreshIdToken } from './id-token.ts'
import type { Redirect } from '../redirect-server/redirect-server.ts'
import type { Services } from './services.ts'
import { asError, codeOf, refuse } from '../errors/sign-in-error.ts'
import type { LoginRequest } from '../request/sign-in-request.ts'
import { storedUser } from './stored-user.ts'
import { tenantIdOf } from '../request/tenant-id.ts'
import type { Visit } from './visit.ts'

type SignIn = (visit: Visit) => Promise<void>

/** C3–C6: login and reauth. The result can be called again to retry. */
export function createSignIn(
  request: LoginRequest,
  auth: Auth,
  handler: AuthenticationHandler,
  { clock, page, redirectServer, validate, tenantsOf }: Services,
): SignIn {
  // Kept for a retry. Otherwise a user who has just signed in would be asked again because a later step failed.
  let signedIn: User | null = null
  const tenantId = tenantIdOf(request.tid)

  return async (visit) => {
    const freshIdToken = createFreshIdToken(clock.now)
    const validated = validate(request)
    const remembered = storedUserOfTenant()
    // The refresh of a stored account's token does not depend on the lookup, so both are sent at once.
    remembered.then((user) => user && freshIdToken(user)).catch(() => {})

    const tenants = tenantsOf(await validated)
    signedIn = await remembered
    for (;;) {
      signedIn ??= await askForUser()
      try {
        await finish(signedIn)
        return
      } catch (error) {
        if (!isUserLost(error)) throw error
        signedIn = null
        tenants.remove(request.tid)
        visit.assertPresent()
        handler.handleLostUser?.(asError(error))
      }
    }

    async function storedUserOfTenant(): Promise<User | null> {
      if (signedIn || request.mode === 'reauth') return signedIn
      const user = await storedUser(auth, clock)
      return user && isOfTenant(user, tenantId) ? user : null
    }

    async function askForUser(): Promise<User> {
      if (page.isCrossOriginFrame()) throw refuse('cross-origin-frame')
      visit.hideProgress()
      const { user } = await handler.startSignIn(auth, request.hint ?? undefined)
      visit.showProgress()
      if (!user || !isOfTenant(user, tenantId)) throw refuse('mismatching-tenant')
      return user
    }

    async function finish(user: User): Promise<void> {
      const processed = (await handler.processUser?.(user)) ?? user
      if (!isOfTenant(processed, tenantId)) throw refuse('mismatching-tenant')
      const idToken = await freshIdToken(processed)

      visit.assertPresent()
      const redirect = await exchange(processed, idToken)
      visit.assertPresent()
      const { targetUri, redirectToken } = redirect
      const needsNonceCheck = await redirectServer.setCookie(targetUri.href, redirectToken)

      visit.assertPresent()
      tenants.add(request.tid)
      handler.beforeReturn?.(redirect.originalUri)
      visit.goTo(needsNonceCheck ? nonceCheckUrl(redirect) : redirect.originalUri)
    }

    /** To a slow clock, an expired token looks new. If the server refuses it, it is refreshed once. */
    async function exchange(user: User, idToken: string): Promise<Redirect> {
      const { redirectUri, state } = request.returnPath
      try {
        return await redirectServer.exchange(redirectUri, idToken, state)
      } catch (error) {
        if (!expiredTokenCodes.has(codeOf(error))) throw error
        const renewed = await user.getIdToken(true)
        visit.assertPresent()
        return redirectServer.exchange(redirectUri, renewed, state)
      }
    }
  }
}

/** Our own gate's code, and the code of Google's proxy, which does not say why it refuses a token. */
const expiredTokenCodes: ReadonlySet<string | null> = new Set([
  'id-token-expired',
  'unauthenticated',
])

/** The proxy sees its nonce cookie in this navigation, sets the session cookie, and redirects to the original URL. */
function nonceCheckUrl({ targetUri, redirectToken }: Redirect): URL {
  const url = new URL(targetUri)
  url.searchParams.set('rt', redirectToken)
  return url
}

const lostUserCodes: ReadonlySet<string | null> = new Set([
  'auth/user-disabled',
  'auth/user-token-expired',
  'auth/user-not-found',
])

function isUserLost(error: unknown): boolean {
  return lostUserCodes.has(codeOf(error))
}
