import { startIdentityPlatformServer } from '../../../packages/test-services/src/identity-platform-server.ts'
import { startMailServer } from '../../../packages/test-services/src/mail-server.ts'
import { startPostgres } from '../../../packages/test-services/src/postgres-server.ts'
import type { Answers, Call } from './services-process.ts'

/**
 * The services that the account service calls: a minimal Identity Platform, a mail server, a real Postgres.
 * In a separate process, so that their work does not slow down the load generator.
 */
const [platform, mailServer, postgres] = await Promise.all([
  startIdentityPlatformServer(),
  startMailServer({ acceptsAfterMs: Number(process.argv[2]) }),
  startPostgres(),
])

const answers: {
  [Name in keyof Answers]: (call: Call) => Answers[Name] | Promise<Answers[Name]>
} = {
  addresses: () => ({ platform: platform.host, mail: mailServer.url, postgres: postgres.url }),
  newUsers: ({ count }) => Array.from({ length: count }, newUser),
  kept: () => ({ accounts: platform.accounts.length, emails: mailServer.mails.length }),
  confirmations: () =>
    mailServer.mails.flatMap(({ text }) => /#confirmation=([\w.-]+)/.exec(text)?.[1] ?? []),
  run: ({ sql }) =>
    postgres.run(sql).then(
      () => true,
      () => false,
    ),
  forget() {
    platform.accounts.length = 0
    platform.requests.length = 0
    mailServer.mails.length = 0
    return null
  },
}

process.on('message', (call: Call) => {
  void Promise.resolve(answers[call.name](call)).then((answer) => {
    process.send?.({ id: call.id, answer })
  })
})
process.on('disconnect', () => {
  void Promise.all([platform.close(), mailServer.close(), postgres.stop()])
})
process.send?.('ready')

let newUsers = 0

/** The ID token of an account without a first login. */
function newUser(): string {
  newUsers += 1
  const account = platform.addAccount({
    uid: `newUser-${newUsers}`,
    email: `newUser-${newUsers}@acme.example`,
    emailVerified: true,
    claims: { firstLogin: true },
  })
  return platform.idToken(account)
}
