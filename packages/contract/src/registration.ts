import * as v from 'valibot'
import { cleanEmailAddress, parseEmailAddress } from './email-address.ts'

/** Why a field is refused; the page has words for each. */
export type FieldError = 'required' | 'too-long' | 'invalid'

export const limits = { name: 100, company: 200, email: 254 } as const

/**
 * What a person typed, without what nobody sees: direction marks that would reverse the text around
 * them, control characters, halves of characters, white space at the ends. Composed, so that equal
 * names are equal texts. Joiners inside stay: emoji and several scripts need them.
 */
export function cleanText(text: string): string {
  const visible = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .trim()
  return /[^\p{Cf}\p{Z}\p{M}]/u.test(visible) ? visible : ''
}

const text = (maxLength: number, clean: (typed: string) => string = cleanText) =>
  v.pipe(
    v.string('invalid' satisfies FieldError),
    v.transform(clean),
    v.nonEmpty('required' satisfies FieldError),
    v.check((value) => Array.from(value).length <= maxLength, 'too-long' satisfies FieldError),
  )

const email = v.pipe(
  text(limits.email, cleanEmailAddress),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const address = parseEmailAddress(dataset.value)
    if (address !== null) return address
    addIssue({ message: 'invalid' satisfies FieldError })
    return NEVER
  }),
)

/** What the registration form asks for (requirements A3, D10), the same at the page and the server. */
export const registrationSchema = v.object({
  firstName: text(limits.name),
  lastName: text(limits.name),
  email,
  company: text(limits.company),
})

export type Registration = v.InferOutput<typeof registrationSchema>
export type RegistrationField = keyof Registration

export const registrationFields = [
  'firstName',
  'lastName',
  'email',
  'company',
] as const satisfies readonly RegistrationField[]

/**
 * Body of `POST /registration`, which also carries an `Idempotency-Key` of the page's making.
 * `invitation` is the token of an invitation link; `language` is that of the mail.
 */
export const registrationRequestSchema = v.strictObject({
  ...registrationSchema.entries,
  invitation: v.exactOptional(v.pipe(v.string(), v.maxLength(4096))),
  language: v.picklist(['tr', 'en']),
})

export type RegistrationRequest = v.InferOutput<typeof registrationRequestSchema>

/** Body of `POST /registration/confirmation`: the token of the link in the mail. */
export const confirmationRequestSchema = v.strictObject({
  confirmation: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
})

/**
 * 201: the account is there, and the custom token signs it in. 202: a mail has been sent, or would
 * have been; it says the same whether or not the email address is known.
 */
export const registrationAnswerSchema = v.variant('status', [
  v.object({ status: v.literal('created'), customToken: v.pipe(v.string(), v.minLength(1)) }),
  v.object({ status: v.literal('mail-sent') }),
])

export type RegistrationAnswer = v.InferOutput<typeof registrationAnswerSchema>

/** The errors of a form, by field; empty when there are none. */
export type FieldErrors = Partial<Record<RegistrationField, FieldError>>

export type ParsedRegistration =
  | { ok: true; registration: Registration }
  | { ok: false; errors: FieldErrors }

export function parseRegistration(form: unknown): ParsedRegistration {
  const result = v.safeParse(registrationSchema, form, { abortPipeEarly: true })
  return result.success
    ? { ok: true, registration: result.output }
    : { ok: false, errors: fieldErrorsOf(result.issues) }
}

/** One error a field, the first; issues of anything but the form's own fields are left out. */
export function fieldErrorsOf(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const field = registrationFields.find((name) => name === issue.path?.[0]?.key)
    if (field) errors[field] ??= fieldErrorOf(issue)
  }
  return errors
}

function fieldErrorOf({ message, received }: v.BaseIssue<unknown>): FieldError {
  if (received === 'undefined' || message === 'required') return 'required'
  return message === 'too-long' ? 'too-long' : 'invalid'
}
