import type { SecondFactor } from '../identity/second-factor.ts'

/** What a phone number is masked with. What else is in it only groups the digits. */
const masks = /[*•xX#]/

/**
 * The last digits of the phone number, or nothing if the service hides them. At most four, because the service may show
 * the whole number, and the user has proven only the first factor.
 */
export function lastDigits({ phoneNumber }: Pick<SecondFactor, 'phoneNumber'>): string {
  const end = phoneNumber?.split(masks).at(-1) ?? ''
  return end.replaceAll(/\D/g, '').slice(-4)
}
