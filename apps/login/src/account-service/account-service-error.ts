import type { FieldErrors } from '@foyer/contract/registration'
import { CodedError } from '../errors/coded-error.ts'

interface Details {
  requestId: string | null
  retryAfterSeconds: number | null
  fields: FieldErrors
}

/**
 * An error that the account service responded with. `code` is one of the contract's codes, or the code of the HTTP
 * status (G6).
 */
export class AccountServiceError extends CodedError {
  /** Support finds the request in the server's logs by this id. */
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
