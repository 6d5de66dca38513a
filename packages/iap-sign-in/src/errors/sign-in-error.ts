/** The refusals of the engine itself. A page branches on these keys. The messages are for developers. */
const refusals = {
  'invalid-handler': ['invalid-argument', 'Invalid AuthenticationHandler'],
  'invalid-api-key': ['invalid-argument', 'Invalid API key'],
  'api-key-refused': ['invalid-argument', 'API key refused'],
  'invalid-mode': ['invalid-argument', 'Invalid mode'],
  'invalid-request': ['invalid-argument', 'Invalid request'],
  'invalid-url': ['invalid-argument', 'Invalid URL'],
  'invalid-project': ['invalid-argument', 'Invalid project'],
  'api-key-mismatch': ['invalid-argument', 'API key mismatch'],
  'mismatching-project-numbers': ['invalid-argument', 'Mismatching project numbers'],
  'mismatching-tenant': ['invalid-argument', 'Mismatching tenant ID'],
  'unauthorized-domain': ['permission-denied', 'Unauthorized domain: '],
  'cross-origin-frame': ['permission-denied', 'The page is displayed in a cross origin iframe.'],
  'no-tenants': ['internal', 'No tenants configured on resource.'],
  'invalid-response': ['unknown', 'Invalid response'],
} as const

export type Refusal = keyof typeof refusals

/**
 * The message that the protocol specifies for a refusal, the same in every language. For a domain, its name follows.
 */
export function refusalMessage(refusal: Refusal): string {
  return refusals[refusal][1]
}

/** Codes after which the same step may succeed (G5). */
const transientCodes: ReadonlySet<string> = new Set([
  'aborted',
  'resource-exhausted',
  'cancelled',
  'unknown',
  'deadline-exceeded',
  'unavailable',
  'auth/timeout',
  'auth/too-many-requests',
  'auth/quota-exceeded',
  'auth/network-request-failed',
])

interface SignInErrorDetails {
  httpErrorCode?: number | undefined
  reason?: unknown
  refusal?: Refusal | undefined
  host?: string | undefined
  retry?: (() => Promise<void>) | undefined
}

/** A failure of the sign-in flow. Branch on `code` and `refusal`, never on `message`. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  /** A canonical status (`permission-denied`), a status of the proxy (`gcip-token-invalid`), or `auth/…`. */
  readonly code: string
  /** The HTTP status, if a server responded. */
  declare readonly httpErrorCode?: number
  /** The error that caused this one. */
  declare readonly reason?: Error
  /** The rule that was broken, if the engine itself refused. */
  declare readonly refusal?: Refusal
  /**
   * With `unauthorized-domain`: the host that the project does not list. It is the page's own or that of the redirect
   * URL.
   */
  declare readonly host?: string
  /** Runs the operation again. Only set if the same step may succeed (G5). */
  declare readonly retry?: () => Promise<void>

  constructor(code: string, message: string, details: SignInErrorDetails = {}) {
    super(message, details.reason === undefined ? undefined : { cause: details.reason })
    this.code = code
    if (details.httpErrorCode !== undefined) this.httpErrorCode = details.httpErrorCode
    if (details.reason instanceof Error) this.reason = details.reason
    if (details.refusal !== undefined) this.refusal = details.refusal
    if (details.host !== undefined) this.host = details.host
    if (details.retry !== undefined) this.retry = details.retry
  }

  toJSON(): object {
    return {
      code: this.code,
      message: this.message,
      ...(this.httpErrorCode !== undefined && { httpErrorCode: this.httpErrorCode }),
      ...(this.reason && { reason: this.reason.message }),
    }
  }
}

/** The name that `gcip-iap` has for this error, so that a page written for it compiles unchanged. */
export type CIAPError = SignInError

export function refuse(refusal: Refusal): SignInError {
  const [code, message] = refusals[refusal]
  return new SignInError(code, message, { refusal })
}

/** @param url an origin or a URL; an opaque origin is the text 'null' */
export function refuseDomain(url: string): SignInError {
  const [code, message] = refusals['unauthorized-domain']
  const host = url === 'null' ? url : new URL(url).hostname
  return new SignInError(code, message + url, { refusal: 'unauthorized-domain', host })
}

/** The `code` of an error of the engine or of the identity SDK. */
export function codeOf(error: unknown): string | null {
  return typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string'
    ? error.code
    : null
}

/** A handler may throw anything, but the engine reports only `Error` objects. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  return new SignInError(codeOf(thrown) ?? 'internal', 'The handler failed without an error.', {
    reason: thrown,
  })
}

/**
 * The error with a `retry`, if a retry may succeed. It is a new object, because the engine must not change an error of
 * the identity SDK.
 */
export function withRetry(error: Error, retry: () => Promise<void>): Error {
  const code = codeOf(error)
  if (code === null || !transientCodes.has(code)) return error
  const { httpErrorCode, reason, refusal } =
    error instanceof SignInError ? error : { reason: error }
  return new SignInError(code, error.message, { httpErrorCode, reason, refusal, retry })
}
