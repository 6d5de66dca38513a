import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import type { Pages } from '../answer/page-answer.ts'
import type { IdentifyTo, IdentityHeaders } from '../assertion/assertion.ts'
import type { UpstreamCounts } from '../events/gate-counts.ts'
import type { GateCookies } from '../request/cookies.ts'
import { pathOf } from '../request/request-head.ts'
import type { OpenConnections } from '../session/open-connections.ts'
import type { Session } from '../session/session.ts'
import type { Settings } from '../settings/settings.ts'
import type { EndlessAnswers } from './endless-answers.ts'
import { forward } from './forward.ts'
import { forwardUpgrade } from './forward-upgrade.ts'
import { upstreamHeaders } from './header-rules.ts'
import { createUpstream, type Upstream } from './upstream.ts'

interface ProxyDeps {
  settings: Pick<
    Settings,
    'publicUrl' | 'trustedProxies' | 'passedHeaders' | 'upstreamTimeoutSeconds'
  >
  /** The origin of the application. */
  origin: URL
  jar: GateCookies
  pages: Pages
  connections: OpenConnections
  identify: IdentifyTo
  /** The names of the headers with claims, in lower case. */
  claimHeaderNames: () => ReadonlySet<string>
  endless: EndlessAnswers
  counts: UpstreamCounts
  log: Logger
  /** Observes each request to the application. */
  watchUpstream?: ((upstream: Upstream) => Upstream) | undefined
}

/** Forwards requests to the application and responses to the client, both as streams. */
export interface Proxy {
  /** Without a session the application gets no identity headers. */
  request(req: IncomingMessage, res: ServerResponse, session?: Session): void | Promise<void>
  socket(req: IncomingMessage, socket: Duplex, head: Buffer, session: Session): Promise<void>
  close(): void
}

export function createProxy(proxyDeps: ProxyDeps): Proxy {
  const { settings, jar, pages, connections, identify, endless, counts, log } = proxyDeps
  const { claimHeaderNames } = proxyDeps
  const plain = createUpstream(proxyDeps.origin)
  const upstream = proxyDeps.watchUpstream?.(plain) ?? plain
  const { publicUrl, trustedProxies, passedHeaders } = settings
  const rules = { jar, publicUrl, trustedProxies, passedHeaders, claimHeaderNames }
  const silenceMilliseconds = settings.upstreamTimeoutSeconds * 1000
  const deps = { upstream, jar, pages, silenceMilliseconds, endless, counts, log }
  return {
    request(req, res, session) {
      // Added before the assertion is signed, so that a sign-out meanwhile closes this connection too.
      const path = pathOf(req)
      connections.add(session, path, res)
      const identity = session ? identify(session, path) : []
      const send = (ready: IdentityHeaders) => {
        if (!res.destroyed) forward(req, res, upstreamHeaders(req, ready, rules), deps)
      }
      return identity instanceof Promise ? identity.then(send) : send(identity)
    },
    async socket(req, socket, head, session) {
      const path = pathOf(req)
      connections.add(session, path, socket)
      const headers = upstreamHeaders(req, await identify(session, path), rules)
      // The client or a sign-out may have closed the socket meanwhile. Then nothing would close the connection to the
      // application.
      if (!socket.destroyed) forwardUpgrade(req, socket, head, headers, deps)
    },
    close: () => upstream.close(),
  }
}
