import { STATUS_CODES } from 'node:http'
import { refusals, type Refusal } from '@foyer/contract/account-service'
import type { FieldFaults } from '@foyer/contract/registration'
import { IdentityError } from './identity/identity-platform.ts'

const codes = {
  400: 'invalid-argument',
  404: 'not-found',
  405: 'method-not-allowed',
  408: 'deadline-exceeded',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  431: 'address-too-long',
  500: 'internal',
  502: 'unavailable',
  503: 'unavailable',
  504: 'deadline-exceeded',
} as const

type Status = keyof typeof codes

/** A refusal that the client is told of by status and code, never by the cause. */
export class HttpError extends Error {
  readonly statusCode: Status

  constructor(statusCode: Status, options?: ErrorOptions) {
    super(STATUS_CODES[statusCode], options)
    this.statusCode = statusCode
  }
}

export function statusOf(error: unknown): Status {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500
  const known = Object.keys(codes).find((code) => Number(code) === status)
  if (known !== undefined) return Number(known) as Status
  return typeof status === 'number' && status < 500 ? 400 : 500
}

/** The code that the client is told. */
export function codeOf(error: unknown): string {
  return refusalOf(error)?.code ?? codes[statusOf(error)]
}

export function errorBody(status: Status, requestId: string) {
  return { code: codes[status], message: STATUS_CODES[status], requestId }
}

/** Why the account service did not do what was asked. Status and body follow from the contract's code. */
export class RefusalError extends Error {
  readonly code: Refusal
  readonly retryAfterSeconds: number | null
  /** What is wrong with a form, by field. */
  readonly fields: FieldFaults | null

  constructor(
    code: Refusal,
    options: ErrorOptions & { retryAfterSeconds?: number; fields?: FieldFaults } = {},
  ) {
    super(code, options)
    this.name = 'RefusalError'
    this.code = code
    this.fields = options.fields ?? null
    // A service that is away comes back in seconds or in minutes: the page asks again soon.
    this.retryAfterSeconds = options.retryAfterSeconds ?? (refusals[code] === 503 ? 5 : null)
  }
}

/**
 * The database is away. Its start, its course and its end are logged where they are seen (`OutageLog`), so
 * that the requests and workers that meet it log nothing of their own.
 */
export class DatabaseOutage extends RefusalError {
  constructor(options: ErrorOptions = {}) {
    super('unavailable', options)
    this.name = 'DatabaseOutage'
  }
}

export function refusalOf(error: unknown): RefusalError | null {
  if (error instanceof RefusalError) return error
  return error instanceof IdentityError ? new RefusalError(error.code, { cause: error }) : null
}

export function refusalBody({ code, fields }: RefusalError, requestId: string) {
  const body = { code, message: STATUS_CODES[refusals[code]], requestId }
  return fields === null ? body : { ...body, fields }
}
