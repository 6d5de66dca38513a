import { findUnauthorized, type Project } from './project.ts'
import type { SignInRequest } from '../request/sign-in-request.ts'
import { isProjectTid } from '../request/tenant-id.ts'

/** Whether a request belongs to a project: its page and redirect URL (D5), and its tenant (D3). */
export function isOfProject(
  request: SignInRequest,
  pageOrigin: string,
  { projectId, authorizedDomains }: Project,
): boolean {
  const urls = urlsOf(request, pageOrigin)
  return (
    findUnauthorized(urls, authorizedDomains) === undefined && isTenantOf(projectId, request.tid)
  )
}

/** The URLs that must be in the project's domains. */
export function urlsOf({ returnPath }: SignInRequest, pageOrigin: string): string[] {
  return [pageOrigin, ...(returnPath ? [returnPath.redirectUri] : [])]
}

/** For accounts of the project itself, the `tid` has the project number. */
export function isTenantOf(projectId: string, tid: string | null): boolean {
  return tid === null || !isProjectTid(tid) || tid === `_${projectId}`
}
