import { startIdentityPlatformServer } from '../../../packages/test-services/src/identity-platform-server.ts'
import { startMailServer } from '../../../packages/test-services/src/mail-server.ts'
import { startPostgres } from '../../../packages/test-services/src/postgres-server.ts'
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

const answers: { [Name in keyof Answers]: (count: number) => Answers[Name] } = {
  addresses: () => ({ platform: platform.host, mail: mailServer.url, postgres: postgres.url }),
  newcomers: (count) => Array.from({ length: count }, newUser),
  kept: () => ({ accounts: platform.accounts.length, mails: mailServer.mails.length }),
  confirmations: () =>
    mailServer.mails.flatMap(({ text }) => /#confirmation=([\w.-]+)/.exec(text)?.[1] ?? []),
  forget() {
    platform.accounts.length = 0
    platform.requests.length = 0
    mailServer.mails.length = 0
    return null
  },
}

process.on('message', ({ id, name, count }: Call) => {
  process.send?.({ id, answer: answers[name](count) })
})
process.on('disconnect', () => {
  void Promise.all([platform.close(), mailServer.close(), postgres.stop()])
})
process.send?.('ready')

let newcomers = 0

/** The ID token of an account that has yet to be welcomed. */
function newUser(): string {
  newcomers += 1
  const account = platform.addAccount({
    uid: `newUser-${newcomers}`,
    email: `newUser-${newcomers}@acme.example`,
    emailVerified: true,
    claims: { firstLogin: true },
  })
  return platform.idToken(account)
}
