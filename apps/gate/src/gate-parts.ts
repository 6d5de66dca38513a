import type { Logger } from 'pino'
import { createAccess } from './access/access.ts'
import { createPages } from './answer/page-answer.ts'
import { createIdentityHeaders, type IdentifyTo } from './assertion/assertion.ts'
import { createPublicKeys } from './assertion/public-keys.ts'
import { createGateCounts, type GateCounts } from './events/gate-counts.ts'
import { createGateEvents, type GateEvents } from './events/gate-events.ts'
import type { GateStore } from './data/gate-store.ts'
import type { KeyRing } from './data/key-ring.ts'
import type { DecideDeps } from './decide.ts'
import { createAllowedTenants } from './id-token/allowed-tenants.ts'
import { createKeySet } from './id-token/key-set.ts'
import { createIdTokenVerifier } from './id-token/verify-id-token.ts'
import { createGateCookies } from './request/cookies.ts'
import { createSealedBox } from './sealing/sealed-box.ts'
import { createOpenConnections, type OpenConnections } from './session/open-connections.ts'
import type { Session } from './session/session.ts'
import { createSessions } from './session/sessions.ts'
import type { Settings } from './settings/settings.ts'
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

/** The parts of the gate that do not need a socket. */
export interface GateParts extends DecideDeps {
  connections: OpenConnections
  identify: IdentifyTo
  counts: GateCounts
  events: GateEvents
}

export function createGateParts(deps: GateDeps): GateParts {
  const { settings, keys, store, log, now, fetch, counts = createGateCounts() } = deps
  const events = createGateEvents({ log, counts })
  const jar = createGateCookies(settings.publicUrl)
  const connections = createOpenConnections({
    graceSeconds: settings.streamGraceSeconds,
    answerSeconds: settings.upstreamTimeoutSeconds,
    now,
  })
  const tenants = createAllowedTenants(settings.tenantIds)
  const access = createAccess(settings.policy)
  const sessions = createSessions({
    box: createSealedBox<Session>(keys, 'session.v1'),
    settings,
    tenants,
    access,
    jar,
    store,
    keys,
    connections,
    now,
  })
  const keySet = createKeySet(settings.jwksUrl, {
    fetch,
    now,
    onFetch(fetchedAt) {
      if (fetchedAt === undefined) counts.keySet.failures += 1
      else counts.keySet.fetchedAt = fetchedAt
    },
  })
  return {
    connections,
    counts,
    events,
    identify: createIdentityHeaders({ keys, settings, now }),
    publicKeys: createPublicKeys(keys),
    signIn: {
      settings,
      tenants,
      access,
      now,
      jar,
      sessions,
      stateBox: createSealedBox<State>(keys, 'state.v1'),
      redirectTokenBox: createSealedBox<RedirectToken>(
        keys,
        'redirect-token.v1',
        redirectTokenLength,
      ),
      store,
      verifyIdToken: createIdTokenVerifier({ ...settings, tenants }, keySet, now),
      pages: createPages({ branding: settings, now, onFailure: (code) => events.failed(code) }),
      log,
      events,
    },
  }
}
