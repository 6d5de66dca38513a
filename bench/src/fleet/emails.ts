import { setTimeout as wait } from 'node:timers/promises'
import type { MailServer } from '../../../packages/test-services/src/mail-server.ts'
import type { Judge } from './judge.ts'

/** Longer than a server may take to send one email. */
const sendingMs = 20_000
/** Longer than a server may take to store that the mail server has accepted an email. */
const storingMs = 5_000

/**
 * Each registered user gets one email. Another copy of it is allowed only if it was in flight at a kill: no server can
 * know whether the mail server had accepted it. An email is in flight until its server has stored that it was accepted.
 */
export async function checkEmails(
  registered: readonly string[],
  mailServer: Pick<MailServer, 'mails'>,
  judge: Judge,
  patienceMs: number,
): Promise<void> {
  const deadline = Date.now() + patienceMs
  const reached = () => new Set(mailServer.mails.map(({ to }) => to))
  while (registered.some((email) => !reached().has(email)) && Date.now() < deadline) await wait(200)
  const mails = mailServer.mails
  for (const email of registered) {
    const [first, ...others] = mails.filter(({ to }) => to === email)
    if (first === undefined) judge.violation('an email was lost')
    else judge.count('emails')
    for (const other of others) {
      if (other.messageId !== first?.messageId) judge.violation('two different emails were sent')
      else if (judge.wasKilled(flightOf(first.receivedAt)))
        judge.count('emails that were sent again after a kill')
      else judge.violation('an email was sent twice without a kill')
    }
  }
}

const flightOf = (receivedAt: number) => ({
  from: receivedAt - sendingMs,
  to: receivedAt + storingMs,
})
