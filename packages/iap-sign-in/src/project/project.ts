import { isNonEmptyString, isRecord } from '../http/json.ts'
import { refuse } from '../errors/sign-in-error.ts'

export interface Project {
  readonly projectId: string
  readonly authorizedDomains: readonly unknown[]
}

/** The origin of the project lookup: Google's, or the emulator's of a local stack. */
export function identityToolkitOrigin(emulatorUrl?: string): string {
  return emulatorUrl === undefined
    ? 'https://www.googleapis.com'
    : `${emulatorUrl}/www.googleapis.com`
}

/** The URL of the project lookup (F4). */
export function projectLookupUrl(origin: string, apiKey: string): string {
  const path = '/identitytoolkit/v3/relyingparty/getProjectConfig'
  return `${origin}${path}?key=${encodeURIComponent(apiKey)}`
}

/** Reads the response of the project lookup, and throws if it is invalid. `projectId` is the project number. */
export function parseProject(body: unknown): Project {
  if (!isRecord(body)) throw refuse('invalid-response')
  const { projectId, authorizedDomains } = body
  if (!isNonEmptyString(projectId) || !Array.isArray(authorizedDomains)) {
    throw refuse('invalid-response')
  }
  return { projectId, authorizedDomains }
}

/** The first of these URLs that is not in one of the project's domains (D5). */
export function findUnauthorized(
  urls: readonly string[],
  authorizedDomains: readonly unknown[],
): string | undefined {
  return urls.find((url) => !isAuthorized(url, authorizedDomains))
}

/**
 * Whether a URL is in one of the domains. A domain includes its subdomains and every port. An IP address includes only
 * itself: the URL parser refuses a host with more parts before it.
 */
export function isAuthorized(url: string, authorizedDomains: readonly unknown[]): boolean {
  // An opaque origin is the text 'null'.
  if (!/^https?:/.test(url)) return false
  const { hostname } = new URL(url)
  return authorizedDomains.filter(isNonEmptyString).some((entry) => {
    const domain = entry.toLowerCase()
    return hostname === domain || hostname.endsWith(`.${domain}`)
  })
}
