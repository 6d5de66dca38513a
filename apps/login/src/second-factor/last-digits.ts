import type { SecondFactor } from '../identity/second-factor.ts'

/** The digits of the phone number that the service shows: those at its end. */
export function lastDigits({ phoneNumber }: Pick<SecondFactor, 'phoneNumber'>): string {
  return /\d*$/.exec(phoneNumber ?? '')?.[0] ?? ''
}
