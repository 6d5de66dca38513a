import { emailKey } from '@foyer/contract/email-address'

/**
 * By which emails to one mailbox are counted. What follows a plus leads to the same mailbox nearly
 * everywhere, and costs nothing to vary.
 */
export function mailboxOf(email: string): string {
  return emailKey(email).replace(/\+[^@]*/, '')
}
