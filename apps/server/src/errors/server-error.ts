import { STATUS_CODES } from 'node:http'
import { errorStatuses, type ErrorCode } from '@foyer/contract/account-service'
import type { FieldErrors } from '@foyer/contract/registration'
import { IdentityError } from '../identity/identity-error.ts'
import { StoreError, type StoreErrorCode } from '../store/store-error.ts'

interface Options extends ErrorOptions {
  /** Set if the status is not the default of the code. */
  status?: number
  /** Null: no `Retry-After` header. */
  retryAfterSeconds?: number | null
  /** The errors of a form, by field. */
  fields?: FieldErrors
  /** For the page, in place of the name of the status. */
  detail?: string
}

/**
 * The reason why a request failed. The client gets the code, the status, the fields and the detail. The cause is only for
 * the log.
 */
export class ServerError extends Error {
  override readonly name = 'ServerError'
  readonly code: ErrorCode
  readonly status: number
  readonly retryAfterSeconds: number | null
  readonly fields: FieldErrors | null
  readonly detail: string | null

  constructor(code: ErrorCode, options: Options = {}) {
    super(code, options)
    this.code = code
    this.status = options.status ?? errorStatuses[code]
    this.fields = options.fields ?? null
    this.detail = options.detail ?? null
    // A service that is unavailable may be back in seconds or minutes, so the page retries soon.
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    if (options.retryAfterSeconds === undefined && this.status === 503) this.retryAfterSeconds = 5
  }
}

/** Converts anything that was thrown into an error for the client. */
export function toServerError(error: unknown): ServerError {
  if (error instanceof ServerError) return error
  if (error instanceof IdentityError) return new ServerError(error.code, { cause: error })
  if (error instanceof StoreError)
    return new ServerError(codesOfStore[error.code] ?? 'internal', { cause: error })
  const { code, status } = statusOfFramework(error)
  return new ServerError(code, { status, retryAfterSeconds: null, cause: error })
}

/** The body of the response. Support staff find the request in the logs by `requestId`. */
export function errorBody({ code, status, fields, detail }: ServerError, requestId: string) {
  const body = { code, message: detail ?? STATUS_CODES[status], requestId }
  return fields === null ? body : { ...body, fields }
}

const codesOfStore: Partial<Record<StoreErrorCode, ErrorCode>> = {
  outage: 'unavailable',
  conflict: 'unavailable',
  busy: 'aborted',
}

const codesOfFramework: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid-argument',
  404: 'not-found',
  405: 'method-not-allowed',
  408: 'deadline-exceeded',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  500: 'internal',
  503: 'unavailable',
}

/** Fastify's errors have a status. Anything else that was thrown is a bug. */
function statusOfFramework(error: unknown): { code: ErrorCode; status: number } {
  const given = error instanceof Error && 'statusCode' in error ? error.statusCode : 500
  const status = typeof given === 'number' ? given : 500
  const code = codesOfFramework[status]
  if (code !== undefined) return { code, status }
  return status < 500
    ? { code: 'invalid-argument', status: 400 }
    : { code: 'internal', status: 500 }
}
