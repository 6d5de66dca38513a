import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { stack } from './stack.ts'

/** An authenticator app with the secret of one account. */
export interface Authenticator {
  /** The uid of the second factor. */
  uid: string
  /** The code for now. @param later in intervals of 30 seconds, because each code is accepted once */
  code: (later?: number) => string
}

export function authenticatorOf(uid: string, secret: string): Authenticator {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')) })
  return { uid, code: (later = 0) => totp.generate({ timestamp: Date.now() + later * 30_000 }) }
}

/** An app that the local stack knows. The account with its factor must be created too. */
export async function newAuthenticator(account: string): Promise<Authenticator> {
  const uid = randomUUID()
  const query = new URLSearchParams({ uid, account })
  const response = await fetch(`${stack.login}/local/authenticators?${query}`, { method: 'POST' })
  const { secret } = (await response.json()) as { secret: string }
  return authenticatorOf(uid, secret)
}
