import type { Rejection } from '@foyer/contract/access-policy'
import type { Access } from './access/access.ts'
import type { GateErrorCode } from './errors/gate-error.ts'
import type { User } from './id-token/id-token-claims.ts'
import { reservedPrefix } from './request/own-paths.ts'
import { hasBody } from './request/page-request.ts'
import { pathOf, type RequestHead } from './request/request-head.ts'
import { findBrokenRule } from './request/request-rules.ts'
import type { Session } from './session/session.ts'
import type { CurrentSession, Sessions } from './session/sessions.ts'
import type { Settings } from './settings/settings.ts'
import { iapModeOf, type IapMode } from './sign-in/iap-mode.ts'

/** The request may pass to the application, with the identity of the session's user. */
export interface Forward {
  kind: 'forward'
  /** Without a session, the application gets no identity headers. */
  session?: Session
}

/** What is to happen to a request. Everything but `forward` is answered by the gate. */
export type Verdict =
  | Forward
  | { kind: 'broken'; rule: GateErrorCode }
  /** A path of the gate itself. */
  | { kind: 'own' }
  | { kind: 'duplicate' }
  | { kind: 'mode'; mode: IapMode; current: CurrentSession }
  /** The access policy has no rule for the path. */
  | { kind: 'closed'; current: CurrentSession }
  | { kind: 'not-allowed'; user: User; rejection: Rejection }
  | { kind: 'signed-out'; current: CurrentSession }

interface JudgeDeps {
  settings: Pick<Settings, 'publicUrl' | 'passesEncodedSlashes' | 'passesPreflights'>
  access: Pick<Access, 'ofPath'>
  sessions: Pick<Sessions, 'of'>
}

/** Reads a request, and changes nothing. */
export function judge(request: RequestHead, { settings, access, sessions }: JudgeDeps): Verdict {
  const rule = findBrokenRule(request, settings)
  if (rule) return { kind: 'broken', rule }
  const path = pathOf(request)
  if (path.startsWith(reservedPrefix)) return { kind: 'own' }
  const pathAccess = access.ofPath(path)
  if (pathAccess.kind === 'ambiguous') return { kind: 'broken', rule: 'path-ambiguous' }
  const current = sessions.of(request)
  if (current.kind === 'duplicate') return { kind: 'duplicate' }
  // On every path, because the links of applications and of the gate's own pages may be on a path without a rule.
  const mode = iapModeOf(request, current)
  if (mode) return { kind: 'mode', mode, current }
  if (pathAccess.kind === 'nobody') return { kind: 'closed', current }
  if (current.kind === 'active') {
    const { session } = current
    const rejection = pathAccess.kind === 'accounts' && pathAccess.rejectionOf(session.user)
    return rejection
      ? { kind: 'not-allowed', user: session.user, rejection }
      : { kind: 'forward', session }
  }
  if (pathAccess.kind === 'public') return { kind: 'forward' }
  const isPreflight = request.method === 'OPTIONS' && !hasBody(request)
  if (isPreflight && settings.passesPreflights) return { kind: 'forward' }
  return { kind: 'signed-out', current }
}
