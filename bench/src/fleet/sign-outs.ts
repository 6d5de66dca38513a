import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from './client.ts'
import type { Judge } from './judge.ts'
import type { SignedIn } from './sign-ins.ts'
import { applicationSite } from './sites.ts'
import { createSteps } from './steps.ts'

interface SignOutsDeps {
  client: Client
  judge: Judge
  gatesInService: () => readonly number[]
  /** How long a sign-out may take until every gate knows of it. */
  withinMs: number
}

export interface SignOuts {
  /** Signs out, and checks at each gate how soon a copy of the cookie is refused. */
  signOut(user: SignedIn): Promise<void>
  /** The sessions that were ended must stay ended at a gate that has just started. */
  checkEnded(gate: number, most: number): Promise<void>
}

const pollMs = 50
const outOfWindow = {
  accept: 'text/html',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}

export function createSignOuts({
  client,
  judge,
  gatesInService,
  withinMs,
}: SignOutsDeps): SignOuts {
  const { once, step } = createSteps(judge)
  const ended: string[] = []

  const askWithCopy = (gate: number, cookie: string) =>
    client.askGate(gate, applicationSite, { path: '/copy', headers: { cookie } })

  async function untilRefused(gate: number, cookie: string, since: number): Promise<void> {
    while (gatesInService().includes(gate)) {
      const askedAt = Date.now()
      // The gate closes the connection if it learns of the sign-out while the application responds.
      const answer = await askWithCopy(gate, cookie).catch(() => null)
      if (answer?.status === 401) {
        judge.longest('longest time until a sign-out was effective everywhere, ms', askedAt - since)
        return
      }
      if (askedAt - since > withinMs) {
        judge.violation(`a sign-out was not effective on each gate within ${withinMs} ms`)
        return
      }
      await wait(pollMs)
    }
  }

  return {
    async signOut({ cookie }) {
      await step(
        'a sign-out',
        () =>
          client.ask(applicationSite, {
            path: '/?gcp-iap-mode=CLEAR_LOGIN_COOKIE',
            headers: { ...outOfWindow, cookie },
          }),
        ({ status, headers }) =>
          status === 302 && String(headers['set-cookie']).includes('Max-Age=0'),
      )
      const since = Date.now()
      await Promise.all(gatesInService().map((gate) => untilRefused(gate, cookie, since)))
      ended.push(cookie)
      judge.count('sign-outs')
    },
    async checkEnded(gate, most) {
      for (const cookie of ended.slice(-most)) {
        const answer = await once(
          'a copy of a cookie after its sign-out',
          () => askWithCopy(gate, cookie),
          ({ status }) => status === 200 || status === 401,
        )
        if (answer?.status === 200)
          judge.violation('a session that was ended is accepted by a gate again')
        judge.count('copies of cookies that were refused later')
      }
    },
  }
}
