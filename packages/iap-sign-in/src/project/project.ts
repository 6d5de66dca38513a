import { isNonEmptyString, isRecord } from '../http/json.ts'
import { refuse } from '../errors/sign-in-error.ts'

export interface Project {
  readonly projectId: string
  readonly authorizedDomains: readonly unknown[]
}

const ipAddress = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** Where project lookups are answered: by Google, or by the emulator of a local stack. */
export function identityToolkitOrigin(emulatorUrl?: string): string {
  return emulatorUrl === undefined
    ? 'https://www.googleapis.com'
    : `${emulatorUrl}/www.googleapis.com`
}

/** F4 */
export function projectLookupAddress(origin: string, apiKey: string): string {
  const path = '/identitytoolkit/v3/relyingparty/getProjectConfig'
  return `${origin}${path}?key=${encodeURIComponent(apiKey)}`
}

/** A project as its lookup answers; throws when it is none. `projectId` is its number. */
export function parseProject(body: unknown): Project {
  if (!isRecord(body)) throw refuse('invalid-response')
  const { projectId, authorizedDomains } = body
  if (!isNonEmptyString(projectId) || !Array.isArray(authorizedDomains)) {
    throw refuse('invalid-response')
  }
  return { projectId, authorizedDomains }
}

/** The first of these URLs that is in none of a project's domains (D5). */
export function findUnauthorized(
  urls: readonly string[],
  authorizedDomains: readonly unknown[],
): string | undefined {
  return urls.find((url) => !isAuthorized(url, authorizedDomains))
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
