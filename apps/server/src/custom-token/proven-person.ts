/** Who a provider says the bearer of an access token is, as far as the provider proves it. */
export interface ProvenPerson {
  providerId: 'google.com' | 'microsoft.com'
  /** The provider's directory in which `subject` is unique; Google has but one, the empty text. */
  directory: string
  /** The provider's own id of the person, which no other person ever gets. */
  subject: string
  /** Proven to be this person's, the likeliest first. Empty when the provider proves none. */
  addresses: string[]
}

/**
 * Null for what may not be compared with the email address of an account. Letters outside ASCII are refused:
 * some become ASCII when case is folded (the Kelvin sign is a `k`), and two mailboxes then look like one.
 */
export function comparableAddress(address: string | null | undefined): string | null {
  if (typeof address !== 'string' || address.length > 254) return null
  return /^[!-?A-~]+@[!-?A-~]+$/.test(address) ? address.toLowerCase() : null
}
