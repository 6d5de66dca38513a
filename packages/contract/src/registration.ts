import * as v from 'valibot'
import { cleanEmailAddress, parseEmailAddress } from './email-address.ts'

/** Why a field is rejected. The page has a message for each. */
export type FieldError = 'required' | 'too-long' | 'invalid'

export const limits = { name: 100, company: 200, email: 254 } as const

/**
 * What a person typed, without invisible characters: direction marks that would reverse the text around them, control
 * characters, lone surrogates, and surrounding white space. The text is composed (NFC), so that equal names are equal
 * texts. Joiners stay, because emoji and several scripts need them.
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
    // Before it is cleaned: many accents on one letter take quadratic time.
    v.maxLength(maxLength * 10, 'too-long' satisfies FieldError),
    v.transform(clean),
    v.nonEmpty('required' satisfies FieldError),
    v.check((value) => Array.from(value).length <= maxLength, 'too-long' satisfies FieldError),
  )

/** An email address that a user has typed. */
export const emailField = v.pipe(
  text(limits.email, cleanEmailAddress),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const address = parseEmailAddress(dataset.value)
    if (address !== null) return address
    addIssue({ message: 'invalid' satisfies FieldError })
    return NEVER
  }),
)

const nameField = text(limits.name)
const companyField = text(limits.company)

/** The fields of the registration form (requirements A3, D10). The page and the server share this schema. */
export const registrationSchema = v.object({
  firstName: nameField,
  lastName: nameField,
  email: emailField,
  company: companyField,
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
 * The body of `POST /registration`. The page also sends an `Idempotency-Key` of its own. `invitation` is the token of
 * an invitation link, and `language` is the language of the email.
 */
export const registrationRequestSchema = v.strictObject({
  firstName: nameField,
  lastName: nameField,
  email: emailField,
  company: companyField,
  invitation: v.exactOptional(v.pipe(v.string(), v.maxLength(4096))),
  language: v.picklist(['tr', 'en']),
})

export type RegistrationRequest = v.InferOutput<typeof registrationRequestSchema>

/** The body of `POST /registration/invitation`: the token of an invitation link, which the page checks before the form. */
export const invitationRequestSchema = v.strictObject({
  invitation: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
})

/** The link can still be used. That says nothing about the account of its email address. */
export const openLinkAnswerSchema = v.object({ status: v.literal('open') })

/**
 * The body of `POST /registration/confirmation`, and of `POST /registration/confirmation/check`, with which the page asks
 * before it shows the button: the token of the link in the email.
 */
export const confirmationRequestSchema = v.strictObject({
  confirmation: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
})

/**
 * 201: the account was created, and the custom token signs it in. 202: an email was sent, or would have been. The
 * response is the same whether or not the email address has an account.
 */
export const registrationAnswerSchema = v.variant('status', [
  v.object({ status: v.literal('created'), customToken: v.pipe(v.string(), v.minLength(1)) }),
  v.object({ status: v.literal('mail-sent') }),
])

export type RegistrationAnswer = v.InferOutput<typeof registrationAnswerSchema>

/** The errors of a form, by field. Empty if there are none. */
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

/** The first error of each field. Issues of other fields are left out. */
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
