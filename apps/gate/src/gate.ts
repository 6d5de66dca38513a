import type http from 'node:http'
import type { AccessPolicy } from '@foyer/contract/access-policy'
import type { GateBranding } from './answer/page-layout.ts'
import { decideQuestion } from './decide-question.ts'
import { createAuthServer } from './forward-auth/auth-server.ts'
import { bugLog, createHandlers } from './gate-handlers.ts'
import { createGateCounts, upstreamCounts, type GateCounts } from './events/gate-counts.ts'
import { createGateParts, policyOf, type GateDeps, type SiteParts } from './gate-parts.ts'
import { createDrain } from './http/drain.ts'
import { createHttpServer } from './http/http-server.ts'
import { createEndlessAnswers, type EndlessAnswers } from './proxy/endless-answers.ts'
import { createProxy, type Proxy } from './proxy/proxy.ts'

export interface Gate {
  server: http.Server
  /** The server that reverse proxies ask, if the settings have a port for it. */
  authServer: http.Server | undefined
  /** Tells load balancers to send no more requests. Those that arrive are still served. */
  drain(): void
  /** Accepts no more connections. Requests on those that are open are still served. */
  stopListening(): void
  /** Whether load balancers may send requests. */
  isReady(): boolean
  /** Open WebSockets and event streams. */
  endlessAnswers(): number
  /** Changes how the gate's own pages look. */
  rebrand(branding: GateBranding): void
  /** Changes whose users may sign in, and whose sessions are accepted. Returns whether something changed. */
  allowTenants(ids: readonly string[]): boolean
  /** Sessions that the new access policy rejects are over, and their connections are closed. Returns whether something changed. */
  replacePolicy(policy: AccessPolicy | undefined): boolean
  /** Stops after the requests in flight or after this time, whichever is sooner. Later calls have no effect. */
  stop(graceMilliseconds: number): Promise<void>
}

interface ServedGateDeps extends GateDeps {
  /** How often connections that outlive their session are closed. */
  expiryCheckMilliseconds?: number
}

/** The gate as a server that does not listen yet. */
export function createGate(deps: ServedGateDeps): Gate {
  const { store, log, expiryCheckMilliseconds = 1000 } = deps
  const { counts = createGateCounts() } = deps
  const parts = createGateParts({ ...deps, counts })
  const { sites } = parts
  const endless = createEndlessAnswers()
  const proxies = new Map(sites.map((site) => [site, proxyOf(site, { ...deps, counts, endless })]))

  const server = createHttpServer(
    createHandlers({
      parts,
      proxyOf: (site) => proxies.get(site),
      drain: () => drain,
      log,
      counts,
      isMeasured: deps.counts !== undefined,
      tracing: deps.tracing,
    }),
  )
  const authServer =
    deps.settings.auth &&
    createAuthServer({
      decide: (question) => decideQuestion(question, parts),
      counts,
      logBug: bugLog(log),
      track: (req, res) => authDrain?.track(req, res),
    })
  const authDrain = authServer && createDrain(authServer, () => false)
  const drain = createDrain(server, (socket) => endless.has(socket))
  const expiryCheck = setInterval(() => {
    for (const { connections } of sites) connections.closeExpired()
  }, expiryCheckMilliseconds).unref()

  let stopped: Promise<void> | undefined
  async function stopOnce(graceMilliseconds: number) {
    const drained = drain.stop(graceMilliseconds)
    endless.endAll()
    await drained
    await authDrain?.stop(0)
    clearInterval(expiryCheck)
    for (const proxy of proxies.values()) proxy?.close()
    await store.close()
  }

  function recheck(hasChanged: boolean) {
    if (hasChanged) for (const { signIn } of sites) signIn.sessions.closeRefused()
    return hasChanged
  }

  return {
    server,
    authServer,
    drain() {
      drain.begin()
      authDrain?.begin()
    },
    stopListening: () => drain.stopListening(),
    isReady: () => server.listening && !drain.hasBegun(),
    endlessAnswers: () => endless.count(),
    rebrand(branding) {
      for (const { signIn } of sites) signIn.pages.rebrand(branding)
    },
    allowTenants: (ids) => recheck(parts.tenants.replace(ids)),
    replacePolicy: (policy) =>
      recheck(
        sites
          .map(({ settings, signIn }) => signIn.access.replace(policyOf(settings, policy)))
          .includes(true),
      ),
    stop: (graceMilliseconds) => (stopped ??= stopOnce(graceMilliseconds)),
  }
}

interface ProxiesDeps extends GateDeps {
  counts: GateCounts
  endless: EndlessAnswers
}

/** Without an application, nothing is forwarded. */
function proxyOf(
  { settings, signIn, connections, identify }: SiteParts,
  { counts, endless, tracing }: ProxiesDeps,
): Proxy | undefined {
  const { upstream: origin, publicUrl } = settings
  if (origin === undefined) return undefined
  return createProxy({
    settings,
    origin,
    endless,
    counts: upstreamCounts(counts, publicUrl.host),
    jar: signIn.jar,
    pages: signIn.pages,
    connections,
    identify,
    claimHeaderNames: () => signIn.access.headerNames(),
    log: signIn.log,
    watchUpstream: tracing?.upstream,
  })
}
