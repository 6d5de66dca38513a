import { cached } from '../http/cached.ts'
import type { Send } from '../http/http.ts'
import { findUnauthorized, parseProject, projectLookupAddress } from './project.ts'
import { refuseDomain } from '../errors/sign-in-error.ts'
import { lookupError } from '../redirect-server/wire-error.ts'

/** Looks up the project of an API key. Resolves to its number if every URL is in its domains (D5). */
export type CheckProject = (apiKey: string, ...addresses: string[]) => Promise<string>

const lifetime = 30 * 60_000

export function createCheckProject(
  send: Send,
  identityToolkitOrigin: string,
  now: () => number,
): CheckProject {
  return cached(
    async (apiKey: string, ...addresses: string[]) => {
      // The request has no custom header, which would cost a CORS preflight.
      const answer = await send({
        method: 'GET',
        url: projectLookupAddress(identityToolkitOrigin, apiKey),
      })
      if (!answer.ok) throw lookupError(answer)
      const { projectId, authorizedDomains } = parseProject(answer.body)
      const unauthorized = findUnauthorized(addresses, authorizedDomains)
      if (unauthorized !== undefined) throw refuseDomain(unauthorized)
      return projectId
    },
    lifetime,
    now,
  )
}
