import type { Auth, AuthenticationHandler } from '../interfaces/handler.ts'
import type { Services } from './services.ts'
import { refuse } from '../errors/sign-in-error.ts'
import type { SignOutRequest } from '../request/sign-in-request.ts'
import type { Visit } from './visit.ts'

/**
 * C7: with a redirect URL, signs out of the session's tenants and returns to the application. Without one, signs out of
 * every tenant on the list, and shows that.
 */
export async function signOut(
  request: SignOutRequest,
  authOf: (tid: string) => Auth,
  handler: AuthenticationHandler,
  { page, redirectServer, validate, tenantsOf }: Services,
  visit: Visit,
): Promise<void> {
  const tenants = tenantsOf(await validate(request))
  if (page.isCrossOriginFrame()) throw refuse('cross-origin-frame')

  if (request.returnPath) {
    const { redirectUri, state } = request.returnPath
    const session = await redirectServer.sessionInfo(redirectUri, state)
    await signOutOf(session.tenantIds)
    visit.goTo(session.originalUri)
    return
  }
  await signOutOf(tenants.list())
  visit.hideProgress()
  await handler.completeSignOut()

  async function signOutOf(tids: readonly string[]): Promise<void> {
    visit.assertPresent()
    await Promise.all(
      tids.map(async (tid) => {
        await authOf(tid).signOut()
        tenants.remove(tid)
      }),
    )
  }
}
