import { parseSignInRequest, projectLookupAddress } from '@foyer/iap-sign-in'
import type { SignInRequest } from '@foyer/iap-sign-in'

/** What the server wrote into the page's first element, so that nothing waits for the config. */
export interface PageKnowledge {
  readonly apiKey?: string | undefined
  readonly emulatorUrl?: string | undefined
  /** Origins of redirect servers and targets, the only ones that the page's policy lets it call. */
  readonly gates?: string | undefined
}

export interface Connection {
  readonly origin: string
  /** Browsers keep those that carry cookies apart from the others. */
  readonly withCookies: boolean
}

/** What this visit will need, as far as the address and the storage tell. */
export interface EarlyPlan {
  /** Address of the project lookup (F4). */
  readonly lookup: string | null
  readonly connections: readonly Connection[]
  /** Whether an account may be remembered, so that neither SDK nor screens may be needed at all. */
  readonly isReturning: boolean
}

const nothingYet: EarlyPlan = { lookup: null, connections: [], isReturning: false }

export function lookupAddressOf(apiKey: string, emulatorUrl: string | undefined): string {
  return projectLookupAddress(identityToolkitOrigin(emulatorUrl), apiKey)
}

export function identityToolkitOrigin(emulatorUrl: string | undefined): string {
  return emulatorUrl === undefined
    ? 'https://www.googleapis.com'
    : `${emulatorUrl}/www.googleapis.com`
}

/**
 * Nothing is sent for a request that the engine will refuse by its address (D1, D2, D4, D6), and no
 * connection made to an origin that the server did not name.
 *
 * @param isSignedInTo whether the list of signed-in tenants (B8) holds a tenant
 */
export function planEarly(
  url: URL,
  historyState: unknown,
  { apiKey, emulatorUrl, gates = '' }: PageKnowledge,
  isSignedInTo: (tid: string) => boolean,
): EarlyPlan {
  if (apiKey === undefined) return nothingYet
  const request = readRequest(url, historyState, apiKey)
  if (request === null) return nothingYet

  const isReturning = request.mode === 'login' && isSignedInTo(request.tid)
  const redirectServer = request.returnPath && new URL(request.returnPath.redirectUri).origin
  const named = gates.split(' ').filter((origin) => origin !== '')
  const targets = isReturning
    ? named.filter((origin) => origin !== redirectServer).slice(0, maxTargets)
    : []
  const plain = [
    ...(emulatorUrl === undefined ? [identityOrigin(isReturning)] : []),
    ...named.filter((origin) => origin === redirectServer),
    // A target is asked for leave without cookies, and called with them.
    ...targets,
  ]
  return {
    lookup: lookupAddressOf(apiKey, emulatorUrl),
    connections: [
      ...plain.map((origin) => ({ origin, withCookies: false })),
      ...targets.map((origin) => ({ origin, withCookies: true })),
    ],
    isReturning,
  }
}

/** Of many applications a visitor wants one. */
const maxTargets = 2

/** The account's token is refreshed at one, and a sign-in begins at the other. */
function identityOrigin(isReturning: boolean): string {
  return isReturning
    ? 'https://securetoken.googleapis.com'
    : 'https://identitytoolkit.googleapis.com'
}

function readRequest(url: URL, historyState: unknown, apiKey: string): SignInRequest | null {
  try {
    return parseSignInRequest(url, historyState, { apiKey })
  } catch {
    return null
  }
}
