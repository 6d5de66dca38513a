import { emailKey } from '@foyer/contract/email-address'

/**
 * The key under which emails to one mailbox are counted. At most providers, addresses that differ only after
 * a plus sign reach the same mailbox, and a sender could vary that part to evade the limit.
 */
export function mailboxOf(email: string): string {
  return emailKey(email).replace(/\+[^@]*/, '')
}
