import type { PageData } from '@foyer/contract/page-data'
import { parseUrl } from '../browser/parse-url.ts'

/** What only the browser knows about a visit. */
export interface Visit {
  readonly url: URL
  readonly historyState: unknown
  readonly isFramed: boolean
  /** Whether the list of signed-in tenants (B8) has a tenant. */
  readonly isSignedInTo: (tid: string) => boolean
  /** The user may be returning from a provider's page. */
  readonly hasDeparted: boolean
  /** A sign-in is in progress in this tab, or the URL has a token. */
  readonly isUnderWay: boolean
  readonly isInApp: boolean
}

export interface Connection {
  readonly origin: string
  /** Browsers use separate connections for requests with and without cookies. */
  readonly withCookies: boolean
}

/** What this visit will need, as far as the URL and the storage show. */
export interface EarlyPlan {
  /** Where the response to the project lookup comes from, if there is a lookup. */
  readonly lookup: 'server' | 'service' | null
  readonly connections: readonly Connection[]
  /** Whether an account may be stored, so that neither the SDK nor the screens may be needed. */
  readonly isReturning: boolean
  /** The request is valid, and the next step can only be a press of a button. */
  readonly showsButtons: boolean
}

/** Plans the early requests. It opens no connection to an origin that is not in the page data. */
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
    // A returning user signs in with the service's response. If the service cannot be reached, the page must know that
    // first.
    lookup: page.project !== undefined && !hasDeparted ? 'server' : 'service',
    connections: connectionsOf(page, query, isReturning),
    isReturning,
    showsButtons,
  }
}

/** A deployment may have many applications, and a user needs one. */
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
  // A returning user's token is refreshed. Any other user goes to the page where the sign-in begins.
  const identity = isReturning ? tokenService : { origin: authOrigin ?? '', withCookies: true }
  const plain = [
    ...named.filter((origin) => origin === redirectServer),
    // The preflight of a target has no cookies, and the call has.
    ...targets,
  ]
  return [
    ...(authOrigin === undefined ? [] : [identity]),
    ...plain.map((origin) => ({ origin, withCookies: false })),
    ...targets.map((origin) => ({ origin, withCookies: true })),
  ]
}

function originOf(url: string | null): string | null {
  return parseUrl(url ?? '')?.origin ?? null
}
