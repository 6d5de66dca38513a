import * as v from 'valibot'
import { emailField } from './registration.ts'

/**
 * The body of `POST /sign-in-link`. The page also sends an `Idempotency-Key`, which is the link's id. Without `tid`,
 * the link is for the project itself. `language` is the language of the email.
 */
export const signInLinkRequestSchema = v.strictObject({
  email: emailField,
  tid: v.exactOptional(v.string()),
  language: v.picklist(['tr', 'en']),
})

export type SignInLinkRequest = v.InferInput<typeof signInLinkRequestSchema>

/** 202: an email will be sent, whether or not the email address has an account. Only the email says which. */
export const signInLinkAnswerSchema = v.object({ status: v.literal('mail-sent') })

/** The body of `POST /sign-in-link/use`: the token of the link. The response is that of the custom token function. */
export const signInLinkUseSchema = v.strictObject({
  link: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
})

/** What the page may show about a link before it is used. None of it is verified. */
export const signInLinkPayloadSchema = v.object({
  jti: v.pipe(v.string(), v.uuid()),
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  email: v.pipe(v.string(), v.maxLength(254)),
  tid: v.exactOptional(v.string()),
  /** Not set for a link that signs in. */
  use: v.exactOptional(v.picklist(['password', 'first-password'])),
  iat: v.exactOptional(v.number()),
  exp: v.number(),
})

/** The name of the parameter in the URL's fragment. A fragment is not sent to servers, so no log or referrer has it. */
export const signInLinkParameter = 'sign-in-link'
