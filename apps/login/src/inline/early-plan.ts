import type { PageData } from '@foyer/contract/page-data'
import { parseUrl } from '../browser/parse-url.ts'

/** What only the browser knows of a visit. */
export interface Visit {
  readonly url: URL
  readonly historyState: unknown
  readonly isFramed: boolean
  /** Whether the list of signed-in tenants (B8) holds a tenant. */
  readonly isSignedInTo: (tid: string) => boolean
  /** The user may be on the way back from a provider's page. */
  readonly hasDeparted: boolean
  /** A sign-in is under way in this tab, or an address has brought a token. */
  readonly isUnderWay: boolean
  readonly isInApp: boolean
}

export interface Connection {
  readonly origin: string
  /** Browsers keep those that carry cookies apart from the others. */
  readonly withCookies: boolean
}

/** What this visit will need, as far as the address and the storage tell. */
export interface EarlyPlan {
  /** Who answers the project lookup, if there is one. */
  readonly lookup: 'server' | 'service' | null
  readonly connections: readonly Connection[]
  /** Whether an account may be remembered, so that neither SDK nor screens may be needed at all. */
  readonly isReturning: boolean
  /** The request is good, and nothing but a press on a button can come of it. */
  readonly showsButtons: boolean
}

/** No connection is made to an origin that the server did not name. */
export function planEarly(page: PageData, visit: Visit): EarlyPlan {
  const { url, hasDeparted, isSignedInTo } = visit
  const query = url.searchParams
  if (page.lookup === undefined) {
    return {
      lookup: null,
      connections: [],
      isReturning: false,
      showsButtons: false,
    }
  }
  const isReturning = query.get('mode') === 'login' && isSignedInTo(query.get('tid') ?? '')
  const showsButtons =
    page.checkedAt === url.origin &&
    !isReturning &&
    !visit.isUnderWay &&
    !visit.isFramed && // D8
    !visit.isInApp &&
    url.hash === '' && // a hint (D7)
    visit.historyState === null
  return {
    // Whether the service can be reached is known before a user who comes back is signed in by it.
    lookup: page.project !== undefined && !hasDeparted ? 'server' : 'service',
    connections: connectionsOf(page, query, isReturning),
    isReturning,
    showsButtons,
  }
}

/** Of many applications a user wants one. */
const maxTargets = 2
const tokenService: Connection = {
  origin: 'https://securetoken.googleapis.com',
  withCookies: false,
}

function connectionsOf(
  { authOrigin, gates = '' }: PageData,
  query: URLSearchParams,
  isReturning: boolean,
): Connection[] {
  const redirectServer = originOf(query.get('redirect_uri'))
  const named = gates.split(' ').filter((origin) => origin !== '')
  const targets = isReturning
    ? named.filter((origin) => origin !== redirectServer).slice(0, maxTargets)
    : []
  // A token is refreshed, or the user goes to where the sign-in begins.
  const identity = isReturning ? tokenService : { origin: authOrigin ?? '', withCookies: true }
  const plain = [
    ...named.filter((origin) => origin === redirectServer),
    // A target is asked for leave without cookies, and called with them.
    ...targets,
  ]
  return [
    ...(authOrigin === undefined ? [] : [identity]),
    ...plain.map((origin) => ({ origin, withCookies: false })),
    ...targets.map((origin) => ({ origin, withCookies: true })),
  ]
}

function originOf(address: string | null): string | null {
  return parseUrl(address ?? '')?.origin ?? null
}
