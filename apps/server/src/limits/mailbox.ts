import { emailKey } from '@foyer/contract/email-address'
import { siteOf } from './client-limit.ts'
import type { Limiter } from './limiter.ts'

interface RequestedEmail {
  email: string
  /** The network from which the email was requested. */
  client: string
}

/**
 * Counts an email that anyone may request: five an hour from one network, and twenty from all together. With one limit for
 * all, a stranger could use it up, and the owner of the mailbox could not sign in.
 *
 * @param name of the limit. Each kind of email has its own.
 */
export async function takeEmail(
  limiter: Limiter,
  name: string,
  { email, client }: RequestedEmail,
): Promise<void> {
  const mailbox = mailboxOf(email)
  // First the one that a stranger reaches, so that further requests do not count for others.
  await limiter.take({ name, max: 5, seconds: 3_600 }, `${siteOf(client)} ${mailbox}`)
  await limiter.take({ name: `${name}-total`, max: 20, seconds: 3_600 }, mailbox)
}

/**
 * The key under which emails to one mailbox are counted. At most providers, addresses that differ only after
 * a plus sign reach the same mailbox, and at Google also those that differ in their dots. A sender could vary these parts
 * to evade the limit.
 */
function mailboxOf(email: string): string {
  const [localPart = '', domain] = emailKey(email)
    .replace(/\+[^@]*/, '')
    .split('@')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${localPart.replaceAll('.', '')}@gmail.com` : `${localPart}@${domain}`
}
