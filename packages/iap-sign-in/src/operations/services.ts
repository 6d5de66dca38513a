import { createSend } from '../http/http.ts'
import { urlsOf, isTenantOf } from '../project/of-project.ts'
import type { Clock, Page, Runtime } from '../interfaces/runtime.ts'
import { createCheckProject } from '../project/check-project.ts'
import { createRedirectServer, type RedirectServer } from '../redirect-server/redirect-server.ts'
import { refuse } from '../errors/sign-in-error.ts'
import { refuseTenant, type SignInRequest } from '../request/sign-in-request.ts'
import { createSignedInTenants, type SignedInTenants } from './signed-in-tenants.ts'

/** What the operations need. Responses are cached across the requests of one page (H2). */
export interface Services {
  readonly clock: Clock
  readonly page: Page
  readonly redirectServer: RedirectServer
  /** Whether the page serves a tenant, by its `tid`. */
  readonly servesTenant: (tid: string) => Promise<boolean>
  /** C2: resolves to the project number if the page, the redirect URL and the tenant belong to the project. */
  readonly validate: (request: SignInRequest) => Promise<string>
  readonly tenantsOf: (projectId: string) => SignedInTenants
}

export function createServices(
  runtime: Runtime,
  identityToolkitOrigin: string,
  servesTenant: (tid: string) => Promise<boolean> = async () => true,
): Services {
  const { clock, page, storage } = runtime
  const send = createSend(runtime)
  const checkProject = createCheckProject(send, identityToolkitOrigin, clock.now)
  const tenants = new Map<string, SignedInTenants>()

  return {
    clock,
    page,
    redirectServer: createRedirectServer(send, clock.now),
    servesTenant,

    async validate(request) {
      const { tid } = request
      if (tid !== null && !(await servesTenant(tid))) throw refuseTenant(tid)
      const urls = urlsOf(request, page.url().origin)
      const projectId = await checkProject(request.apiKey, ...urls)
      if (!isTenantOf(projectId, tid)) throw refuse('mismatching-project-numbers')
      return projectId
    },

    tenantsOf(projectId) {
      const known = tenants.get(projectId) ?? createSignedInTenants(storage, projectId)
      tenants.set(projectId, known)
      return known
    },
  }
}
