import { startIdentityPlatformServer } from '../../../apps/server/src/testing/identity-platform-server.ts'
import { startMailServer } from '../../../apps/server/src/testing/mail-server.ts'
import { startPostgres } from '../../../apps/server/src/testing/postgres-server.ts'
import type { Answers, Call } from './world-process.ts'

/**
 * What the account service speaks to: an Identity Platform in miniature, a mail server, a real Postgres.
 * In a process of its own, so that its work does not hold up the sender of the requests.
 */
const [platform, mailServer, postgres] = await Promise.all([
  startIdentityPlatformServer(),
  startMailServer(),
  startPostgres(),
])

process.on('message', ({ id, name, count }: Call) => {
  void answer(name, count).then((answer) => process.send?.({ id, answer }))
})
process.on('disconnect', () => void stop())
process.send?.('ready')

async function answer(name: keyof Answers, count: number): Promise<Answers[keyof Answers]> {
  switch (name) {
    case 'addresses':
      return { platform: platform.host, mail: mailServer.url, postgres: postgres.url }
    case 'newcomers':
      return Array.from({ length: count }, () => newcomer())
    case 'kept':
      return { accounts: platform.accounts.length, mails: mailServer.mails.length }
    case 'confirmations':
      return mailServer.mails.flatMap(({ text }) => /#confirmation=([\w.-]+)/.exec(text)?.[1] ?? [])
    case 'forget':
      platform.accounts.length = 0
      platform.requests.length = 0
      mailServer.mails.length = 0
      return null
  }
}

let newcomers = 0

/** The ID token of an account that has yet to be welcomed. */
function newcomer(): string {
  newcomers += 1
  const account = platform.addAccount({
    uid: `newcomer-${newcomers}`,
    email: `newcomer-${newcomers}@acme.example`,
    emailVerified: true,
    claims: { firstLogin: true },
  })
  return platform.idToken(account)
}

async function stop() {
  await Promise.all([platform.close(), mailServer.close(), postgres.stop()])
}
