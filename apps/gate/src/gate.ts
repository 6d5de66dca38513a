import type http from 'node:http'
import type { AccessPolicy } from '@foyer/contract/access-policy'
import type { GateBranding } from './answer/page-layout.ts'
import { createHandlers } from './gate-handlers.ts'
import { createGateParts, type GateDeps } from './gate-parts.ts'
import { createDrain } from './http/drain.ts'
import { createHttpServer } from './http/http-server.ts'
import { createEndlessAnswers } from './proxy/endless-answers.ts'
import { createProxy } from './proxy/proxy.ts'

export interface Gate {
  server: http.Server
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
  const { settings, store, log, expiryCheckMilliseconds = 1000 } = deps
  const parts = createGateParts(deps)
  const { connections, identify, signIn } = parts
  const endless = createEndlessAnswers()
  const proxy = createProxy({
    settings,
    endless,
    counts: parts.counts,
    jar: signIn.jar,
    pages: signIn.pages,
    connections,
    identify,
    log,
    watchUpstream: deps.tracing?.upstream,
  })

  const server = createHttpServer(
    createHandlers({
      parts,
      proxy,
      drain: () => drain,
      log,
      isMeasured: deps.counts !== undefined,
      tracing: deps.tracing,
    }),
  )
  const drain = createDrain(server, (socket) => endless.has(socket))
  const expiryCheck = setInterval(() => connections.closeExpired(), expiryCheckMilliseconds).unref()

  let stopped: Promise<void> | undefined
  async function stopOnce(graceMilliseconds: number) {
    const drained = drain.stop(graceMilliseconds)
    endless.endAll()
    await drained
    clearInterval(expiryCheck)
    proxy.close()
    await store.close()
  }

  function recheck(hasChanged: boolean) {
    if (hasChanged) signIn.sessions.closeRefused()
    return hasChanged
  }

  return {
    server,
    drain: () => drain.begin(),
    stopListening: () => drain.stopListening(),
    isReady: () => server.listening && !drain.hasBegun(),
    endlessAnswers: () => endless.count(),
    rebrand: (branding) => signIn.pages.rebrand(branding),
    allowTenants: (ids) => recheck(signIn.tenants.replace(ids)),
    replacePolicy: (policy) => recheck(signIn.access.replace(policy)),
    stop: (graceMilliseconds) => (stopped ??= stopOnce(graceMilliseconds)),
  }
}
