import { mayOpen, type Access } from './access/access.ts'
import type { GateErrorCode } from './errors/gate-error.ts'
import type { AuditedAccount, GateEvents } from './events/gate-events.ts'
import { reservedPrefix } from './request/own-paths.ts'
import { hasBody } from './request/page-request.ts'
import { pathOf, type RequestHead } from './request/request-head.ts'
import { findBrokenRule } from './request/request-rules.ts'
import type { Session } from './session/session.ts'
import type { Sessions } from './session/sessions.ts'
import type { Settings } from './settings/settings.ts'

type UpgradeRules = Pick<Settings, 'publicUrl' | 'passesEncodedSlashes'>

interface UpgradeDeps {
  settings: UpgradeRules
  access: Pick<Access, 'ofPath'>
  sessions: Pick<Sessions, 'of'>
}

type Refusal = {
  kind: 'refuse'
  code: GateErrorCode
  /** The user who is kept from the path. */
  account?: AuditedAccount
}
type UpgradeDecision = Refusal | { kind: 'forward'; session: Session }

/** A WebSocket is opened only for a signed-in user, and only by a page of the gate's own origin. */
export function decideUpgrade(
  request: RequestHead,
  { settings, access, sessions }: UpgradeDeps,
): UpgradeDecision {
  const code = refusalOf(request, settings)
  if (code) return { kind: 'refuse', code }
  const pathAccess = access.ofPath(pathOf(request))
  if (pathAccess.kind === 'nobody') return { kind: 'refuse', code: 'path-closed' }
  if (pathAccess.kind === 'ambiguous') return { kind: 'refuse', code: 'path-ambiguous' }
  const current = sessions.of(request)
  // Of a public path, too: an open connection ends with its session.
  if (current.kind !== 'active') return { kind: 'refuse', code: 'signed-out' }
  const { session } = current
  return mayOpen(pathAccess, session.user)
    ? { kind: 'forward', session }
    : { kind: 'refuse', code: 'path-not-allowed', account: session.user }
}

/** Tells operators that a WebSocket was refused. */
export function noteRefusal(
  { code, account }: Refusal,
  request: RequestHead,
  events: GateEvents,
): void {
  events.failed(code)
  if (account) events.audit('open', code, request, account)
}

function refusalOf(request: RequestHead, settings: UpgradeRules): GateErrorCode | undefined {
  const brokenRule = findBrokenRule(request, settings)
  if (brokenRule) return brokenRule
  // If the announced body never comes, the next user's request would be read as the body.
  if (hasBody(request)) return 'upgrade-with-body'
  if (pathOf(request).startsWith(reservedPrefix)) return 'not-found'
  // Browsers send cookies with a WebSocket of any site. Only the `Origin` header shows which site opened it.
  return request.headers.origin === settings.publicUrl.origin ? undefined : 'upgrade-origin'
}
