/** The bearer of an access token, as far as the provider verifies it. */
export interface ProviderUser {
  providerId: 'google.com' | 'microsoft.com'
  /** The provider's directory in which `subject` is unique. Empty for Google, which has only one. */
  directory: string
  /** The provider's id of the user. It is never reused. */
  subject: string
  /**
   * Verified email addresses of the user, the most probable one first. Empty if the provider verifies none.
   */
  emails: string[]
}

/**
 * Returns null if the text must not be compared with the email address of an account. Non-ASCII letters are
 * refused: case folding turns some of them into ASCII (the Kelvin sign into `k`), and two different mailboxes
 * would compare as equal.
 */
export function comparableEmail(email: string | null | undefined): string | null {
  if (typeof email !== 'string' || email.length > 254) return null
  return /^[!-?A-~]+@[!-?A-~]+$/.test(email) ? email.toLowerCase() : null
}
