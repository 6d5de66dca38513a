import { gateErrors } from './error-entries.ts'
import type { ErrorEntry, StatusWord } from './error-entry.ts'

export type GateErrorCode = keyof typeof gateErrors

/** The codes of errors for which a browser gets a page. */
export const pageErrorCodes = (Object.keys(gateErrors) as GateErrorCode[]).filter(
  (code) => !('status' in gateErrors[code] || 'number' in gateErrors[code]),
)

/** The codes of errors that a call of the sign-in page can get. */
export type CallErrorCode = {
  [Code in GateErrorCode]: (typeof gateErrors)[Code] extends { status: string } ? Code : never
}[GateErrorCode]

export const errorEntry = (code: GateErrorCode): ErrorEntry => gateErrors[code]

/** An account in the audit trail. */
interface RejectedAccount {
  sub: string
  firebase: { tenant?: string | undefined }
}

/** An expected error, thrown where no response can be returned. */
export class GateError extends Error {
  override name = 'GateError'
  readonly code: CallErrorCode
  readonly status: StatusWord
  readonly httpStatus: number
  /** What the sign-in page gets beside the code. */
  readonly detail: string

  /** The account that was rejected, for the audit trail. */
  readonly account: RejectedAccount | undefined

  constructor(
    code: CallErrorCode,
    { detail, account }: { detail?: string; account?: RejectedAccount } = {},
  ) {
    const { message, status, httpStatus } = gateErrors[code]
    super(message)
    this.detail = detail ?? message
    this.account = account
    this.code = code
    this.status = status
    this.httpStatus = httpStatus
  }
}
