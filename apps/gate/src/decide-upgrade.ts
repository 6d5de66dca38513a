import type { GateErrorCode } from './errors/gate-error.ts'
import { reservedPrefix } from './request/own-paths.ts'
import { hasBody } from './request/page-request.ts'
import { pathOf, type RequestHead } from './request/request-head.ts'
import { findBrokenRule } from './request/request-rules.ts'
import type { Session } from './session/session.ts'
import type { Sessions } from './session/sessions.ts'
import type { Settings } from './settings/settings.ts'

type UpgradeDecision =
  | { kind: 'refuse'; code: GateErrorCode }
  | { kind: 'forward'; session: Session }

/** WebSockets are opened for a session, and by pages of this origin alone. */
export function decideUpgrade(
  request: RequestHead,
  { settings, sessions }: { settings: Settings; sessions: Sessions },
): UpgradeDecision {
  const code = refusalOf(request, settings)
  if (code) return { kind: 'refuse', code }
  const current = sessions.of(request)
  if (current.kind !== 'active') return { kind: 'refuse', code: 'signed-out' }
  return { kind: 'forward', session: current.session }
}

function refusalOf(request: RequestHead, settings: Settings): GateErrorCode | undefined {
  const brokenRule = findBrokenRule(request, settings)
  if (brokenRule) return brokenRule
  // A body that is announced and never comes would be taken from the next user's request.
  if (hasBody(request)) return 'upgrade-with-body'
  if (pathOf(request).startsWith(reservedPrefix)) return 'not-found'
  // Browsers send cookies with the WebSocket of any site: only the origin tells whose page opened it.
  return request.headers.origin === settings.publicUrl.origin ? undefined : 'upgrade-origin'
}
