import { ServerError } from '../errors/server-error.ts'
import type { VerifiedIdToken } from '../identity/identity-platform.ts'

/** The oldest ID token that our routes accept, in seconds. */
export const oldestToken = 300
/** The same value as in the gate. */
const aheadTolerance = 60

/** @param now milliseconds since the epoch */
export function checkTokenAge({ issuedAt }: Pick<VerifiedIdToken, 'issuedAt'>, now: number): void {
  const seconds = now / 1000
  if (issuedAt - seconds > aheadTolerance) throw new ServerError('id-token-refused')
  if (seconds - issuedAt > oldestToken) throw new ServerError('id-token-too-old')
}
