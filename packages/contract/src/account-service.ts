import * as v from 'valibot'

/**
 * Why the account service refused, with its status. The page has words for each; a code that is not
 * here is read by its status alone (requirements G6).
 */
export const errorStatuses = {
  'invalid-argument': 400,
  /** The ID token is no good: forged, revoked, of another project. */
  'id-token-refused': 401,
  /** The ID token is more than five minutes old; a fresh one may do. */
  'id-token-too-old': 401,
  /** The provider does not vouch for the access token, or made it out to somebody else. */
  'provider-token-refused': 401,
  /** Not from our own page, or for an anonymous account. */
  'permission-denied': 403,
  /** For a tenant that this deployment does not serve (requirements D3), or the accounts of another project. */
  'mismatching-tenant': 403,
  'mismatching-project-numbers': 403,
  'user-disabled': 403,
  /** The invitation is forged, or does not match what was entered; or registration is closed. */
  'registration-refused': 403,
  /** The provider has not proven the email address: the user signs in with the original method, and links then. */
  'address-unproven': 403,
  /** The account's own email address was never proven, so no other sign-in method may be added to it. */
  'account-unproven': 403,
  'account-missing': 404,
  'not-found': 404,
  'method-not-allowed': 405,
  /** The ID token was here before; a fresh one may do. */
  'id-token-used': 409,
  'already-registered': 409,
  /** Another request with this idempotency key is under way. */
  aborted: 409,
  'registration-link-expired': 410,
  /** The link is too old, was used, or no longer fits its account: the user asks for another. */
  'sign-in-link-expired': 410,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  /** The same idempotency key with another body. */
  'idempotency-key-reused': 422,
  'resource-exhausted': 429,
  internal: 500,
  unavailable: 503,
  'deadline-exceeded': 504,
} as const

export type ErrorCode = keyof typeof errorStatuses

/** The body of every answer that is no success. `requestId` is what support looks up in the logs. */
export const errorSchema = v.object({
  code: v.string(),
  message: v.string(),
  requestId: v.string(),
  /** With `invalid-argument` for a form: the errors by field. */
  fields: v.exactOptional(v.record(v.string(), v.picklist(['required', 'too-long', 'invalid']))),
})

export type ErrorBody = v.InferOutput<typeof errorSchema>

/** Answer of `GET {functionUrl}?token=PROVIDER_ACCESS_TOKEN` (requirements F2). */
export const customTokenAnswerSchema = v.object({ token: v.pipe(v.string(), v.minLength(1)) })

/** Answer of `GET /welcome/start?t=ID_TOKEN` (requirements F3). */
export const welcomeAnswerSchema = v.object({ status: v.literal('done') })
