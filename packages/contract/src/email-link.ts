import * as v from 'valibot'
import { browserSecret, emailCode } from './email-code.ts'
import { emailField } from './registration.ts'

/**
 * The body of `POST /email-link`, for the sign-in method `emailLink`. The page also sends an `Idempotency-Key`, which is the
 * id of the link. Without `tid`, the link is for the project itself. `language` is the language of the email.
 */
export const emailLinkRequestSchema = v.strictObject({
  email: emailField,
  secret: browserSecret,
  tid: v.exactOptional(v.string()),
  language: v.picklist(['tr', 'en']),
})

export type EmailLinkRequest = v.InferInput<typeof emailLinkRequestSchema>

/** The token in the link. */
const link = v.pipe(v.string(), v.minLength(1), v.maxLength(4096))

/** The body of `POST /email-link/use`: a press in the browser that has requested the link, which knows the secret. */
export const emailLinkUseSchema = v.strictObject({ link, secret: browserSecret })

/** The body of `POST /email-link/code`, a press in any other browser, and of `POST /email-link/refuse`. */
export const emailLinkSchema = v.strictObject({ link })

/** The code for the browser that waits. */
export const emailLinkCodeAnswerSchema = v.object({ code: v.string() })

/** The body of `POST /email-link/enter`: the code from the other browser. */
export const emailLinkEnterSchema = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  email: emailField,
  secret: browserSecret,
  tid: v.exactOptional(v.string()),
  code: emailCode,
})

export type EmailLinkEntered = v.InferInput<typeof emailLinkEnterSchema>

/** `oobCode` signs in at Identity Platform, once. It comes with `done`. */
export const emailLinkAnswerSchema = v.object({
  status: v.picklist(['done', 'wrong', 'expired']),
  oobCode: v.exactOptional(v.string()),
})

export type EmailLinkAnswer = v.InferOutput<typeof emailLinkAnswerSchema>

/** `used`: too late, the browser that waited was signed in. */
export const emailLinkRefusedSchema = v.object({ status: v.picklist(['refused', 'used']) })

export type EmailLinkRefused = v.InferOutput<typeof emailLinkRefusedSchema>

/** The names that a user knows. The page shows a link before it is verified, and must not show any other text. */
const names = new Set(
  ['Edge', 'Samsung Internet', 'Opera', 'Firefox', 'Chrome', 'Safari'].concat([
    'iPhone',
    'iPad',
    'Android',
    'Windows',
    'Mac',
    'ChromeOS',
    'Linux',
  ]),
)

function isBrowserName(text: string): boolean {
  return text === '' || text.split(', ').every((name) => names.has(name))
}

/** Who has requested a link, for the owner of the mailbox to compare. */
export const linkOrigin = v.object({
  /** Seconds since the epoch. */
  at: v.number(),
  /** Such as `Firefox, Windows`. Empty if it is not known. */
  browser: v.pipe(v.string(), v.check(isBrowserName)),
  /** The IP address, or for IPv6 the network. */
  network: v.pipe(v.string(), v.regex(/^[\d.:a-f/]{0,45}$/i)),
})

export type LinkOrigin = v.InferOutput<typeof linkOrigin>

/** What the page may show about a link before it is used. None of it is verified. */
export const emailLinkPayloadSchema = v.object({
  use: v.literal('email-link'),
  jti: v.pipe(v.string(), v.uuid()),
  email: v.pipe(v.string(), v.maxLength(254)),
  tid: v.exactOptional(v.string()),
  origin: linkOrigin,
  exp: v.number(),
})
