import { cached } from './cached.ts'
import type { Send } from './http.ts'
import { isNonEmptyString, isRecord } from './json.ts'
import { refuse } from './sign-in-error.ts'
import { lookupError } from './wire-error.ts'

/** Looks the project of an API key up; answers with its number once every address is in its domains (D5). */
export type CheckProject = (apiKey: string, ...addresses: string[]) => Promise<string>

const lifetime = 30 * 60_000
const ipAddress = /^\d{1,3}(?:\.\d{1,3}){3}$/

export function createCheckProject(
  send: Send,
  identityToolkitOrigin: string,
  now: () => number,
): CheckProject {
  return cached(
    async (apiKey: string, ...addresses: string[]) => {
      // No header of our own: with one, the browser would ask the service for leave first.
      const answer = await send({
        method: 'GET',
        url: projectLookupAddress(identityToolkitOrigin, apiKey),
      })
      if (!answer.ok) throw lookupError(answer)
      const { projectId, authorizedDomains } = parseProject(answer.body)
      const stranger = addresses.find((address) => !isAuthorized(address, authorizedDomains))
      if (stranger !== undefined) throw refuse('unauthorized-domain', stranger)
      return projectId
    },
    lifetime,
    now,
  )
}

/** F4 */
export function projectLookupAddress(identityToolkitOrigin: string, apiKey: string): string {
  const path = '/identitytoolkit/v3/relyingparty/getProjectConfig'
  return `${identityToolkitOrigin}${path}?key=${encodeURIComponent(apiKey)}`
}

function parseProject(body: unknown): { projectId: string; authorizedDomains: unknown[] } {
  if (!isRecord(body)) throw refuse('invalid-response')
  const { projectId, authorizedDomains } = body
  if (!isNonEmptyString(projectId) || !Array.isArray(authorizedDomains)) {
    throw refuse('invalid-response')
  }
  return { projectId, authorizedDomains }
}

/** A domain allows itself and its subdomains, whatever the port; an IP address only itself. */
export function isAuthorized(address: string, authorizedDomains: readonly unknown[]): boolean {
  // An opaque origin is the word 'null'.
  if (!/^https?:/.test(address)) return false
  const { hostname } = new URL(address)
  return authorizedDomains.filter(isNonEmptyString).some((entry) => {
    const domain = entry.toLowerCase()
    return hostname === domain || (!ipAddress.test(domain) && hostname.endsWith(`.${domain}`))
  })
}
