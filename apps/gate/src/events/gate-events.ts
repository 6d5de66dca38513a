import type { Logger } from 'pino'
import type { GateErrorCode } from '../errors/gate-error.ts'
import type { User } from '../id-token/id-token-claims.ts'
import type { RequestHead } from '../request/request-head.ts'
import { requestIdOf, traceIdOf } from '../request/request-id.ts'
import {
  increase,
  type AuditedAction,
  type AuditedOutcome,
  type GateCounts,
} from './gate-counts.ts'

export type AuditedAccount = Pick<User, 'sub'> & { firebase: Pick<User['firebase'], 'tenant'> }

/** What operators must be able to see: who signed in and out, and why somebody could not. */
export interface GateEvents {
  /** Writes a line of the audit trail. It has the id of the account, and nothing else about the user. */
  audit(
    action: AuditedAction,
    outcome: AuditedOutcome,
    request: RequestHead,
    account?: AuditedAccount,
  ): void
  /** The gate has answered with this error. */
  failed(code: GateErrorCode): void
}

export function createGateEvents({ log, counts }: { log: Logger; counts: GateCounts }): GateEvents {
  return {
    audit(action, outcome, request, account) {
      increase(counts.audited, `${action} ${outcome}`)
      const ids = account && { uid: account.sub, tenantId: account.firebase.tenant ?? null }
      log.info({ action, outcome, ...ids, ...tracesOf(request) }, 'audit')
    },
    failed: (code) => increase(counts.failures, code),
  }
}

/** What connects a line of the log with those of other programs. */
export function tracesOf(request: Pick<RequestHead, 'headers'>) {
  const traceId = traceIdOf(request)
  return { requestId: requestIdOf(request), ...(traceId !== undefined && { traceId }) }
}
