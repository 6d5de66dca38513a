import * as v from 'valibot'

/**
 * Why the account service refused a request, with the HTTP status. The page has a message for each code. A code that is
 * not listed here is read by its status alone (requirements G6).
 */
export const errorStatuses = {
  'invalid-argument': 400,
  /** The ID token is not valid: forged, revoked, or of another project. */
  'id-token-refused': 401,
  /** The ID token is more than five minutes old. The page can retry with a fresh one. */
  'id-token-too-old': 401,
  /** The provider does not confirm the access token, or has issued it to another client. */
  'provider-token-refused': 401,
  /** The request is not from our own page, or it is for an anonymous account. */
  'permission-denied': 403,
  /** The tenant is not served by this deployment (requirements D3), or the accounts belong to another project. */
  'mismatching-tenant': 403,
  'mismatching-project-numbers': 403,
  'user-disabled': 403,
  /** The access policy rejects the account. If it is the provider, `message` has the ids of those that it allows. */
  'provider-not-allowed': 403,
  'email-not-allowed': 403,
  'account-not-allowed': 403,
  'second-factor-needed': 403,
  /** The invitation is forged or does not match the form, or registration is closed. */
  'registration-refused': 403,
  /** The provider has not verified the email address. The user signs in with the original method and links then. */
  'address-unproven': 403,
  /** The account's own email address was never verified, so no other sign-in method may be added to it. */
  'account-unproven': 403,
  'account-missing': 404,
  'not-found': 404,
  'method-not-allowed': 405,
  /** The ID token was used before. The page can retry with a fresh one. */
  'id-token-used': 409,
  'already-registered': 409,
  /** Another request with this idempotency key is in progress. */
  aborted: 409,
  'registration-link-expired': 410,
  /** The link has expired, was used, or no longer matches its account. The user asks for another. */
  'sign-in-link-expired': 410,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  /** The idempotency key was used before with another body. */
  'idempotency-key-reused': 422,
  'resource-exhausted': 429,
  internal: 500,
  unavailable: 503,
  'deadline-exceeded': 504,
} as const

export type ErrorCode = keyof typeof errorStatuses

/** The body of every response that is not a success. Support finds the request in the logs by `requestId`. */
export const errorSchema = v.object({
  code: v.string(),
  message: v.string(),
  requestId: v.string(),
  /** With `invalid-argument` for a form: the error of each field. */
  fields: v.exactOptional(v.record(v.string(), v.picklist(['required', 'too-long', 'invalid']))),
})

export type ErrorBody = v.InferOutput<typeof errorSchema>

/** The response to `GET {functionUrl}?token=PROVIDER_ACCESS_TOKEN` (requirements F2). */
export const customTokenAnswerSchema = v.object({ token: v.pipe(v.string(), v.minLength(1)) })

/** The response to `GET /welcome/start?t=ID_TOKEN` (requirements F3). */
export const welcomeAnswerSchema = v.object({ status: v.literal('done') })
