import * as v from 'valibot'
import { registrationSchema } from './registration.ts'

/**
 * Body of `POST /sign-in-link`, which also carries an `Idempotency-Key` of the page's making: the link's
 * id. `tid` is left out for the project itself; `language` is that of the email.
 */
export const signInLinkRequestSchema = v.strictObject({
  email: registrationSchema.entries.email,
  tid: v.exactOptional(v.string()),
  language: v.picklist(['tr', 'en']),
})

export type SignInLinkRequest = v.InferInput<typeof signInLinkRequestSchema>

/** 202: an email is on its way, whether or not the email address has an account; the email says more. */
export const signInLinkAnswerSchema = v.object({ status: v.literal('mail-sent') })

/** Body of `POST /sign-in-link/use`: the token of the link. The answer is that of the custom token function. */
export const signInLinkUseSchema = v.strictObject({
  link: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
})

/** What the page may show of a link before it is used. Nothing of it is proven. */
export const signInLinkPayloadSchema = v.object({
  jti: v.pipe(v.string(), v.uuid()),
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  email: v.pipe(v.string(), v.maxLength(254)),
  tid: v.exactOptional(v.string()),
  exp: v.number(),
})

/** In the fragment of the page's URL, which reaches no server, log or referrer. */
export const signInLinkParameter = 'sign-in-link'
