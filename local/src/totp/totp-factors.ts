import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** The second factors of authenticator apps, which the emulator does not have. */
export interface TotpFactors {
  has: (uid: string) => boolean
  /** @param account its owner, for the inbox page */
  add: (uid: string, account: string, secret: string) => void
  /** Whether this is the current code of the factor, or one of those beside it. Each code is accepted once. */
  accept: (uid: string, code: string) => boolean
  /** For the inbox page, with each factor's current code. */
  list: () => Authenticator[]
}

export interface Authenticator {
  account: string
  secret: string
  code: string
}

/**
 * Underneath, each of these factors is one for text messages, with a phone number that no country has. The inbox shows no
 * message to it.
 */
export const hiddenPrefix = '+000'
export const hiddenNumber = (): string => `${hiddenPrefix}${randomInt(1e9, 1e10)}`

export const newSecret = (): string => new Secret({ size: 20 }).base32

/** @param now milliseconds since the epoch */
export function createTotpFactors(now: () => number): TotpFactors {
  const factors = new Map<string, { account: string; totp: TOTP; lastStep: number }>()
  return {
    has: (uid) => factors.has(uid),
    add(uid, account, secret) {
      factors.set(uid, { account, totp: totpOf(secret), lastStep: 0 })
    },
    accept(uid, code) {
      const factor = factors.get(uid)
      if (!factor) return false
      const step = stepOf(factor.totp, code, now())
      if (step === null || step <= factor.lastStep) return false
      factor.lastStep = step
      return true
    },
    list: () =>
      [...factors.values()].map(({ account, totp }) => ({
        account,
        secret: totp.secret.base32,
        code: totp.generate({ timestamp: now() }),
      })),
  }
}

/** Whether a code belongs to a secret that is being enrolled. */
export function matches(secret: string, code: string, now: number): boolean {
  return stepOf(totpOf(secret), code, now) !== null
}

const totpOf = (secret: string): TOTP => new TOTP({ secret: Secret.fromBase32(secret) })

/** The number of the interval in which the code is valid. Null if it is none of the current ones. */
function stepOf(totp: TOTP, code: string, timestamp: number): number | null {
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
