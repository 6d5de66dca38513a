import { cached } from '../http/cached.ts'
import type { Send } from '../http/http.ts'
import { findUnauthorized, parseProject, projectLookupUrl } from './project.ts'
import { refuseDomain } from '../errors/sign-in-error.ts'
import { lookupError } from '../redirect-server/wire-error.ts'

/** Looks up the project of an API key. Resolves to its number if every URL is in its domains (D5). */
export type CheckProject = (apiKey: string, ...urls: string[]) => Promise<string>

const lifetime = 30 * 60_000

export function createCheckProject(
  send: Send,
  identityToolkitOrigin: string,
  now: () => number,
): CheckProject {
  return cached(
    async (apiKey: string, ...urls: string[]) => {
      // The request has no custom header, which would cost a CORS preflight.
      const answer = await send({
        method: 'GET',
        url: projectLookupUrl(identityToolkitOrigin, apiKey),
      })
      if (!answer.ok) throw lookupError(answer)
      const { projectId, authorizedDomains } = parseProject(answer.body)
      const unauthorized = findUnauthorized(urls, authorizedDomains)
      if (unauthorized !== undefined) throw refuseDomain(unauthorized)
      return projectId
    },
    lifetime,
    now,
  )
}
