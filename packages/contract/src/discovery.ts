import * as v from 'valibot'
import { browserSecret, emailCode } from './email-code.ts'
import { emailField } from './registration.ts'

/**
 * The body of `POST /company`: the work email of a user whose company is not known yet. The page also sends an
 * `Idempotency-Key`, which is the id of the code. `language` is the language of the email.
 */
export const companyRequestSchema = v.strictObject({
  email: emailField,
  secret: browserSecret,
  language: v.picklist(['tr', 'en']),
})

export type CompanyRequest = v.InferInput<typeof companyRequestSchema>

/**
 * `mail-sent`: an email will be sent, whether or not the company is known. Only the email says which. The others are the
 * responses of a server with `"discovery": "direct"`. `tid` is the company that was found.
 */
export const companyAnswerSchema = v.object({
  status: v.picklist(['mail-sent', 'found', 'unknown']),
  tid: v.exactOptional(v.string()),
})

export type CompanyAnswer = v.InferOutput<typeof companyAnswerSchema>

/** The body of `POST /company/code`: a code from an email, with the id, the email address and the secret of its request. */
export const companyCodeSchema = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  email: emailField,
  secret: browserSecret,
  code: emailCode,
})

export type CompanyCode = v.InferInput<typeof companyCodeSchema>

/** `expired`: the code cannot be entered any more, because of its age or after three wrong ones. */
export const companyCodeAnswerSchema = v.object({
  status: v.picklist(['found', 'wrong', 'expired']),
  tid: v.exactOptional(v.string()),
})

export type CompanyCodeAnswer = v.InferOutput<typeof companyCodeAnswerSchema>
