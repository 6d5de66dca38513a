const httpStatusOf = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  ID_TOKEN_EXPIRED: 401,
  CLOCK_SKEWED: 401,
  PERMISSION_DENIED: 403,
  CLAIMS_TOO_LARGE: 403,
  NOT_FOUND: 404,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
} as const

/**
 * Google's canonical status words, and three of our own, of which users can be told more. The login
 * page turns each into an error code.
 */
export type RefusalStatus = keyof typeof httpStatusOf

/**
 * An expected failure of a call to the gate. Its message is sent to the caller,
 * so it never carries what the caller sent.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: RefusalStatus
  readonly httpStatus: number

  constructor(status: RefusalStatus, message: string, httpStatus: number = httpStatusOf[status]) {
    super(message)
    this.status = status
    this.httpStatus = httpStatus
  }

  /** The error shape that the exchange and session-info calls answer with. */
  toJSON() {
    return {
      error: {
        code: this.httpStatus,
        status: this.status,
        message: this.message,
        details: [{ detail: this.message }],
      },
    }
  }
}

/**
 * The page may not go on with this state and must begin again from the application.
 * The phrase is the protocol's: clients look for it to tell this failure from others.
 */
export const restartTheProcess = () =>
  new Refusal(
    'FAILED_PRECONDITION',
    'This sign-in request has been used or has expired. Please restart the authentication process.',
  )
