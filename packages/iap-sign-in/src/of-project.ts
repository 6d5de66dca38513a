import { isAuthorized, type Project } from './project.ts'
import { isProjectLevel, type SignInRequest } from './sign-in-request.ts'

/** Whether a request is of a project: its page and its redirect address (D5), and its tenant (D3). */
export function isOfProject(
  request: SignInRequest,
  pageOrigin: string,
  { projectId, authorizedDomains }: Project,
): boolean {
  const addresses = addressesOf(request, pageOrigin)
  return (
    addresses.every((address) => isAuthorized(address, authorizedDomains)) &&
    isTenantOf(projectId, request.tid)
  )
}

/** What has to be in the project's domains. */
export function addressesOf({ returnPath }: SignInRequest, pageOrigin: string): string[] {
  return [pageOrigin, ...(returnPath ? [returnPath.redirectUri] : [])]
}

/** Accounts outside any tenant are named by the project's own number. */
export function isTenantOf(projectId: string, tid: string | null): boolean {
  return tid === null || !isProjectLevel(tid) || tid === `_${projectId}`
}
