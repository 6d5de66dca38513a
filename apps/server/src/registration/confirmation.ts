import { errors, jwtVerify, SignJWT } from 'jose'
import { ServerError } from '../errors/server-error.ts'

const hour = 3_600_000

/** How long the link in a mail is good after the mail was sent. */
const confirmationHours = 24

/**
 * How long after the registration its mail may still be sent. Registrations that nobody confirmed are
 * forgotten after two days (`forgetOld`), which is the latest end of a link that was sent in time.
 */
const sendingHours = 24

export function isTooLateToConfirm({ createdAt }: { createdAt: Date }, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > sendingHours * hour
}

/** Counted from the sending: a mail that was held up would otherwise arrive with a link that is dead or dying. */
export function signConfirmation(id: string, sentAt: Date, key: Buffer): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setJti(id)
    .setExpirationTime(new Date(sentAt.getTime() + confirmationHours * hour))
    .sign(key)
}

/** The id of the registration that the link confirms. */
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
