import type { AuthenticationHandler, SelectedTenantInfo } from '../interfaces/handler.ts'
import type { ChoiceState } from '../request/login-hint.ts'
import type { Services } from './services.ts'
import { refuse } from '../errors/sign-in-error.ts'
import type { SelectAuthSessionRequest } from '../request/sign-in-request.ts'
import { tenantIdOf } from '../request/tenant-id.ts'
import type { Visit } from './visit.ts'

/** In place of the list of a redirect server that names its tenants to nobody. It refuses the others at the exchange. */
const unnamedTenants = '_'

/** C8: at the end the URL has the login request of the chosen tenant, and Back leads to the choice. */
export async function selectAuthSession(
  request: SelectAuthSessionRequest,
  handler: AuthenticationHandler,
  { page, redirectServer, servesTenant, validate }: Services,
  visit: Visit,
): Promise<void> {
  const projectId = await validate(request)
  if (page.isCrossOriginFrame()) throw refuse('cross-origin-frame')

  const { redirectUri, state } = request.returnPath
  const { tenantIds } = await redirectServer.sessionInfo(redirectUri, state)
  const [first] = tenantIds
  if (first === undefined) throw refuse('no-tenants')

  visit.hideProgress()
  const chosen: SelectedTenantInfo = handler.selectTenant
    ? await handler.selectTenant({ projectId, apiKey: request.apiKey }, [...tenantIds])
    : { tenantId: first }
  const tid = chosen.tenantId || `_${projectId}`
  if (first !== unnamedTenants && !tenantIds.includes(tid)) throw refuse('mismatching-tenant')
  // The login request would refuse the project itself as another project, so the tenant is checked here.
  if (!(await servesTenant(tid))) throw refuse('mismatching-tenant')

  const historyState: ChoiceState = {
    state: 'signIn',
    selectedTenantInfo: { ...chosen, tenantId: tenantIdOf(tid) },
  }
  visit.push(loginUrl(request, tid, page.url()), historyState)
}

function loginUrl(request: SelectAuthSessionRequest, tid: string, here: URL): string {
  const { apiKey, languageCode, returnPath } = request
  const query = new URLSearchParams({
    mode: 'login',
    apiKey,
    tid,
    state: returnPath.state,
    redirect_uri: returnPath.redirectUri,
    ...(languageCode !== null && { hl: languageCode }),
  })
  return `${here.origin}${here.pathname}?${query}`
}
