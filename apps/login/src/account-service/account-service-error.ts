import { errorSchema } from '@foyer/contract/account-service'
import type { FieldErrors } from '@foyer/contract/registration'
import { codeOfStatus } from '@foyer/iap-sign-in'
import * as v from 'valibot'
import { CodedError } from '../errors/coded-error.ts'

interface Details {
  /** For a rejected account, the providers that are allowed. */
  message?: string
  httpErrorCode?: number
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
  /** As the errors of the redirect server have it, which reject the same accounts. */
  readonly httpErrorCode: number | undefined

  constructor(
    code: string,
    { requestId, retryAfterSeconds, fields, message, httpErrorCode }: Details,
  ) {
    super(code, message === undefined ? {} : { message })
    this.httpErrorCode = httpErrorCode
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
    this.fields = fields
  }
}

/** The error that a response is. @param body of the response, parsed */
export function refusalOf(response: Response, body: unknown): AccountServiceError {
  const refusal = v.safeParse(errorSchema, body)
  const {
    code,
    fields = {},
    ...details
  } = refusal.success ? refusal.output : { code: codeOf(response.status), requestId: null }
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new AccountServiceError(code, {
    ...details,
    retryAfterSeconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : null,
    fields,
    httpErrorCode: response.status,
  })
}

/** If a status has no code of its own, it is the code of its class (G6). */
function codeOf(status: number): string {
  return codeOfStatus(status) ?? (status >= 500 ? 'unavailable' : 'invalid-argument')
}
