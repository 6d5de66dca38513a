import { errors, jwtVerify, SignJWT } from 'jose'
import { RefusalError } from '../errors.ts'

/** For how long the link in a mail is good. */
const confirmationHours = 24

/** The same registration gets the same token, so that a repeated mail holds the same link. */
export function signConfirmation(
  { id, createdAt }: { id: string; createdAt: Date },
  key: Buffer,
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setJti(id)
    .setExpirationTime(new Date(createdAt.getTime() + confirmationHours * 3_600_000))
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
    throw new RefusalError(isLate ? 'registration-link-expired' : 'registration-refused', { cause })
  }
}
