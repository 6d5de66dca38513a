import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { IdentityPlatformServer } from '../../../packages/test-services/src/identity-platform-server.ts'
import { invite } from '../service/invitation.ts'
import type { Answer, Client } from './client.ts'
import type { Judge } from './judge.ts'
import { serverOrigin } from './environments.ts'
import { loginSite } from './sites.ts'
import { createSteps } from './steps.ts'

interface AccountsDeps {
  client: Client
  judge: Judge
  platform: IdentityPlatformServer
}

const company = 'Acme'
const attempts = 60

/** Registers new users and welcomes them, through nginx at any of the servers. */
export function createAccounts({ client, judge, platform }: AccountsDeps) {
  const { once } = createSteps(judge)
  const registered: string[] = []

  /** After a failure, another server may still be at work on it, and says so. */
  async function persist(what: string, ask: () => Promise<Answer>, expected: number) {
    const first = await once(what, ask, ({ status }) => status === expected)
    if (first !== null) return
    for (let attempt = 1; attempt < attempts; attempt += 1) {
      await wait(500)
      const mayContinue = ({ status }: Answer) => [expected, 409, 503].includes(status)
      const answer = await once(what, ask, mayContinue)
      if (answer?.status === expected) return
    }
    judge.violation(`${what} never succeeded`)
  }

  async function register(): Promise<void> {
    const number = registered.length + 1
    const email = `person-${number}@acme.example`
    registered.push(email)
    // An address of its own for each user. Otherwise the limits would refuse them.
    const from = `127.1.${number >> 8}.${number & 255 || 255}`
    const invitation = invite(email, company)
    const key = randomUUID()
    const person = { firstName: 'Ayşe', lastName: 'Yılmaz', company, email, language: 'tr' }
    await persist(
      'a registration',
      () =>
        client.ask(loginSite, {
          path: '/registration',
          method: 'POST',
          headers: {
            origin: serverOrigin,
            'sec-fetch-site': 'same-origin',
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify({ ...person, invitation }),
          from,
        }),
      201,
    )
    const [account, second] = platform.accounts.filter((each) => each.email === email)
    if (account === undefined || second !== undefined) {
      judge.violation('a registration made no account, or two')
      return
    }
    const idToken = platform.idToken(account, { jti: randomUUID() })
    await persist(
      'a first sign-in',
      () => client.ask(loginSite, { path: `/welcome/start?t=${idToken}`, from }),
      200,
    )
    judge.count('registrations with a first sign-in')
  }

  return { register, registered: (): readonly string[] => registered }
}
