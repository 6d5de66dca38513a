import type { FieldErrors } from '@foyer/contract/registration'
import { CodedError } from '../errors/coded-error.ts'

interface Details {
  requestId: string | null
  retryAfterSeconds: number | null
  fields: FieldErrors
}

/** A refusal of the account service; `code` is one of the contract's or of a status (G6). */
export class AccountServiceError extends CodedError {
  /** What support finds the request by in the server's logs. */
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  readonly fields: FieldErrors

  constructor(code: string, { requestId, retryAfterSeconds, fields }: Details) {
    super(code)
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
    this.fields = fields
  }
}
