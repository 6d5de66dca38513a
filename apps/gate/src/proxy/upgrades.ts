import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { IdentifyTo } from '../assertion/assertion.ts'
import { hasBody } from '../request/page-request.ts'
import { findBrokenRule, pathOf } from '../request/request-rules.ts'
import type { OpenConnections } from '../session/open-connections.ts'
import type { Sessions } from '../session/sessions.ts'
import type { Settings } from '../settings.ts'
import { reservedPrefix } from '../sign-in/paths.ts'
import { forwardUpgrade, refuseUpgrade, type UpgradePorts } from './forward-upgrade.ts'
import { upstreamHeaders, type HeaderPorts } from './header-rules.ts'

interface UpgradesPorts {
  settings: Settings
  sessions: Sessions
  connections: OpenConnections
  identify: IdentifyTo
  proxy: UpgradePorts & HeaderPorts
}

/** WebSockets: opened for a session and by this gate's own pages, closed with the session. */
export interface Upgrades {
  respond(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
}

export function createUpgrades(ports: UpgradesPorts): Upgrades {
  const { settings, sessions, connections, identify, proxy } = ports

  function refusalOf(req: IncomingMessage): number | undefined {
    const broken = findBrokenRule(req, settings)
    if (broken) return broken.status
    // A body that is announced and never comes would be taken from the next user's request.
    if (hasBody(req)) return 400
    if (pathOf(req).startsWith(reservedPrefix)) return 404
    // Cookies go along with any site's WebSocket; only the origin tells whose page opened it.
    return req.headers.origin === settings.publicUrl.origin ? undefined : 403
  }

  return {
    async respond(req, socket, head) {
      const refusal = refusalOf(req)
      const visitor = sessions.of(req)
      if (refusal !== undefined || visitor.kind !== 'signedIn') {
        refuseUpgrade(socket, refusal ?? 401)
        return
      }
      connections.add(visitor.session, socket)
      const headers = upstreamHeaders(req, await identify(visitor.session), proxy)
      // Gone meanwhile, by itself or by a sign-out: nothing would ever end the connection behind it.
      if (socket.destroyed) return
      forwardUpgrade(req, socket, head, headers, proxy)
    },
  }
}
