import { policyOfHost, type AccessPolicy } from '@foyer/contract/access-policy'
import type { Logger } from 'pino'
import { createAccess } from './access/access.ts'
import { createPages } from './answer/page-answer.ts'
import { createIdentityHeaders, type IdentifyTo } from './assertion/assertion.ts'
import { withClaimHeaders } from './assertion/claim-headers.ts'
import { createPublicKeys } from './assertion/public-keys.ts'
import { createGateCounts, type GateCounts } from './events/gate-counts.ts'
import { createGateEvents, type GateEvents } from './events/gate-events.ts'
import type { GateStore } from './data/gate-store.ts'
import type { KeyRing } from './data/key-ring.ts'
import type { DecideDeps } from './decide.ts'
import { createAllowedTenants, type AllowedTenants } from './id-token/allowed-tenants.ts'
import { createKeySet } from './id-token/key-set.ts'
import { createIdTokenVerifier } from './id-token/verify-id-token.ts'
import { createGateCookies } from './request/cookies.ts'
import type { RequestHead } from './request/request-head.ts'
import { isPublicHost } from './request/request-rules.ts'
import { createSealedBox } from './sealing/sealed-box.ts'
import { createOpenConnections, type OpenConnections } from './session/open-connections.ts'
import type { Session } from './session/session.ts'
import { createSessions } from './session/sessions.ts'
import type { Settings } from './settings/settings.ts'
import type { Site } from './settings/sites.ts'
import type { SignInDeps } from './sign-in/sign-in-deps.ts'
import type { Tracing } from './tracing/tracing.ts'
import { redirectTokenLength, type RedirectToken, type State } from './sign-in/attempt.ts'

export interface GateDeps {
  settings: Settings
  keys: KeyRing
  store: GateStore
  log: Logger
  /** Whole seconds since 1970, because many verifiers refuse an assertion with fractions of a second. */
  now: () => number
  fetch: typeof fetch
  counts?: GateCounts
  /** Without it, there are no spans. */
  tracing?: Tracing | undefined
}

/** What one application has of its own. No part of it needs a socket. */
export interface SiteParts extends DecideDeps {
  settings: Settings
  connections: OpenConnections
  identify: IdentifyTo
  events: GateEvents
}

export interface GateParts {
  sites: readonly SiteParts[]
  /** The application that a request is for. A request with an unknown host gets the first, which refuses it. */
  siteOf(request: Pick<RequestHead, 'headers'>): SiteParts
  tenants: AllowedTenants
}

type Shared = Required<Pick<GateDeps, 'keys' | 'store' | 'log' | 'now' | 'counts'>> &
  Pick<SignInDeps, 'tenants' | 'verifyIdToken'> &
  Pick<DecideDeps, 'publicKeys'>

export function createGateParts(deps: GateDeps): GateParts {
  const { settings, keys, now, fetch, counts = createGateCounts() } = deps
  const tenants = createAllowedTenants(settings.tenantIds)
  const keySet = createKeySet(settings.jwksUrl, {
    fetch,
    now,
    onFetch(fetchedAt) {
      if (fetchedAt === undefined) counts.keySet.failures += 1
      else counts.keySet.fetchedAt = fetchedAt
    },
  })
  const shared = {
    ...deps,
    counts,
    tenants,
    verifyIdToken: createIdTokenVerifier({ ...settings, tenants }, keySet, now),
    publicKeys: createPublicKeys(keys),
  }
  const [first, ...others] = settings.sites
  const firstParts = createSite(ofSite(first, settings), '', shared)
  const otherParts = others.map((site) =>
    // What is sealed for one host must be of no use at another one.
    createSite(ofSite(site, settings), ` ${site.publicUrl.origin}`, shared),
  )
  const sites = [firstParts, ...otherParts]
  return {
    sites,
    tenants,
    siteOf({ headers: { host = '' } }) {
      if (otherParts.length === 0) return firstParts
      return sites.find((site) => isPublicHost(host, site.settings.publicUrl)) ?? firstParts
    },
  }
}

/** The settings of one application. */
const ofSite = (site: Site, settings: Settings): Settings => ({
  ...settings,
  ...site,
  sessionMemoryBytes: settings.sessionMemoryBytes / settings.sites.length,
})

/** The access policy of one application. */
export const policyOf = (
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  policy: AccessPolicy | undefined,
) => policy && policyOfHost(policy, publicUrl.host)

/** @param suffix of the purposes of everything that is sealed */
function createSite(settings: Settings, suffix: string, shared: Shared): SiteParts {
  const { keys, store, now, counts, tenants, verifyIdToken, publicKeys } = shared
  const { host } = settings.publicUrl
  const log = settings.sites.length > 1 ? shared.log.child({ host }) : shared.log
  const events = createGateEvents({ log, counts })
  const jar = createGateCookies(settings.publicUrl)
  const connections = createOpenConnections({
    graceSeconds: settings.streamGraceSeconds,
    answerSeconds: settings.upstreamTimeoutSeconds,
    now,
  })
  const access = createAccess(policyOf(settings, settings.policy))
  const sessions = createSessions({
    box: createSealedBox<Session>(keys, `session.v1${suffix}`),
    settings,
    tenants,
    access,
    jar,
    store,
    keys,
    connections,
    now,
  })
  return {
    settings,
    connections,
    events,
    identify: withClaimHeaders(createIdentityHeaders({ keys, settings, now }), access, settings),
    publicKeys,
    signIn: {
      settings,
      tenants,
      access,
      now,
      jar,
      sessions,
      stateBox: createSealedBox<State>(keys, `state.v1${suffix}`),
      redirectTokenBox: createSealedBox<RedirectToken>(
        keys,
        `redirect-token.v1${suffix}`,
        redirectTokenLength,
      ),
      store,
      verifyIdToken,
      pages: createPages({
        branding: settings,
        now,
        onFailure: (code) => events.failed(code),
        isHomeOpen: () => ['public', 'accounts'].includes(access.ofPath('/').kind),
      }),
      log,
      events,
    },
  }
}
