import * as v from 'valibot'
import { emailField } from './registration.ts'

/**
 * The body of `POST /password/link`. The page also sends an `Idempotency-Key`, which is the link's id. Without `tid`,
 * the account is one of the project itself. `language` is the language of the email.
 */
export const passwordLinkRequestSchema = v.strictObject({
  email: emailField,
  tid: v.exactOptional(v.string()),
  language: v.picklist(['tr', 'en']),
})

export type PasswordLinkRequest = v.InferInput<typeof passwordLinkRequestSchema>

/** 202: an email will be sent, whether or not the email address has an account. Only the email says which. */
export const passwordLinkAnswerSchema = v.object({ status: v.literal('mail-sent') })

const link = v.pipe(v.string(), v.minLength(1), v.maxLength(4096))

/** The body of `POST /password/first`: the ID token of an account that must replace its password. */
export const firstPasswordSchema = v.strictObject({
  idToken: v.pipe(v.string(), v.minLength(1), v.maxLength(8192)),
})

/** A link that the account may use at once. Null if it has no password that could be replaced. */
export const firstPasswordAnswerSchema = v.object({ link: v.nullable(link) })

/** The body of `POST /password/rules`: the token of a link. */
export const passwordRulesRequestSchema = v.strictObject({ link })

/** The body of `POST /password`: the token of a link, and the new password. */
export const newPasswordSchema = v.strictObject({
  link,
  // The identity service accepts no longer one.
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
  language: v.picklist(['tr', 'en']),
})

export type NewPassword = v.InferInput<typeof newPasswordSchema>

/** Why a password is not accepted. */
const refusals = ['weak', 'common', 'breached', 'personal', 'current'] as const

export type PasswordRefusal = (typeof refusals)[number]

export const newPasswordAnswerSchema = v.variant('status', [
  v.object({ status: v.literal('changed') }),
  v.object({ status: v.literal('refused'), reason: v.picklist(refusals) }),
])

export type NewPasswordAnswer = v.InferOutput<typeof newPasswordAnswerSchema>

/** What the identity service requires of a password. A count of 0 and an empty text require nothing. */
export const passwordRulesSchema = v.object({
  minLength: v.number(),
  maxLength: v.number(),
  lowercase: v.boolean(),
  uppercase: v.boolean(),
  digit: v.boolean(),
  /** The password needs one of these characters. */
  symbol: v.string(),
})

export type PasswordRules = v.InferOutput<typeof passwordRulesSchema>

export interface PasswordRule {
  name: keyof PasswordRules
  /** Of the length rules. */
  count?: number
  isMet: boolean
}

/** The rules in the order in which they are shown, and whether a password meets them. */
export function checkRules(rules: PasswordRules, password: string): PasswordRule[] {
  const { minLength, maxLength, lowercase, uppercase, digit, symbol } = rules
  // As the service counts: in UTF-16 code units, and letters of the English alphabet only.
  const { length } = password
  const checked: (PasswordRule | false)[] = [
    { name: 'minLength', count: minLength, isMet: length >= minLength },
    // Nobody needs to read a limit that is longer than any password.
    (maxLength < 100 || length > maxLength) && {
      name: 'maxLength',
      count: maxLength,
      isMet: length <= maxLength,
    },
    lowercase && { name: 'lowercase', isMet: /[a-z]/.test(password) },
    uppercase && { name: 'uppercase', isMet: /[A-Z]/.test(password) },
    digit && { name: 'digit', isMet: /\d/.test(password) },
    symbol !== '' && {
      name: 'symbol',
      isMet: Array.from(symbol).some((character) => password.includes(character)),
    },
  ]
  return checked.filter((rule) => rule !== false)
}

/** The claim of an account whose password must be replaced before it continues. */
export const firstPasswordClaim = 'changePassword'
