import { errors, jwtVerify, SignJWT } from 'jose'
import { ServerError } from '../errors/server-error.ts'

const hour = 3_600_000

/** How long the link in an email is valid after the email was sent. */
const confirmationHours = 24

/**
 * How long after the registration its email may still be sent. Unconfirmed registrations are deleted after
 * two days (`retention/`), which is the latest expiry of a link that was sent in time.
 */
const sendingHours = 24

export function isTooLateToConfirm({ createdAt }: { createdAt: Date }, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > sendingHours * hour
}

/**
 * The link expires relative to the sending. Otherwise an email that was delayed could arrive with a link that
 * has expired or soon will.
 */
export function signConfirmation(id: string, sentAt: Date, key: Buffer): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setJti(id)
    .setExpirationTime(new Date(sentAt.getTime() + confirmationHours * hour))
    .sign(key)
}

/** Returns the id of the registration that the link confirms. */
export async function verifyConfirmation(token: string, key: Buffer): Promise<string> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'jti'],
      clockTolerance: 30,
    })
    return payload.jti ?? ''
  } catch (cause) {
    const isLate = cause instanceof errors.JWTExpired
    throw new ServerError(isLate ? 'registration-link-expired' : 'registration-refused', { cause })
  }
}
