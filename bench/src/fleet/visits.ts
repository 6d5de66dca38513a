import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from './client.ts'
import type { Judge } from './judge.ts'
import type { SignedIn } from './sign-ins.ts'
import { applicationSite, loginSite } from './sites.ts'
import { createSteps } from './steps.ts'

/** The signed-in users, and what they do in the application. */
export interface Visits {
  add(user: SignedIn): void
  /** Takes a user away, when no request of that user is in flight. */
  take(): Promise<SignedIn | null>
  /** One request of one user, or one of the sign-in page. */
  visit(): Promise<void>
  users(): readonly SignedIn[]
}

const order = JSON.stringify({ order: 'x'.repeat(500) })
const mostUsers = 200

export function createVisits(client: Client, judge: Judge): Visits {
  const { once } = createSteps(judge)
  const users: SignedIn[] = []
  const busy = new Map<SignedIn, number>()
  let count = 0

  const ask = (user: SignedIn, method: 'GET' | 'POST') =>
    once(
      method === 'GET' ? 'a page of the application' : 'a form of the application',
      () =>
        client.ask(applicationSite, {
          path: `/orders?page=${count}`,
          method,
          headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin' },
          ...(method === 'POST' && { body: order }),
        }),
      // The application shows who signed in: nobody may get the session of somebody else.
      ({ status, text }) => status === 200 && text === `user ${user.uid}`,
    )

  return {
    add(user) {
      users.push(user)
      if (users.length > mostUsers) users.shift()
    },
    async take() {
      const user = users.shift()
      if (user === undefined) return null
      while ((busy.get(user) ?? 0) > 0) await wait(20)
      return user
    },
    async visit() {
      count += 1
      const user = users[count % Math.max(1, users.length)]
      if (user === undefined || count % 10 === 0) {
        const isPage = ({ status, text }: { status: number; text: string }) =>
          status === 200 && text.includes('<html')
        await once('the page without a request', () => client.ask(loginSite, { path: '/' }), isPage)
        return
      }
      busy.set(user, (busy.get(user) ?? 0) + 1)
      await ask(user, count % 10 === 1 ? 'POST' : 'GET')
      const left = (busy.get(user) ?? 1) - 1
      if (left === 0) busy.delete(user)
      else busy.set(user, left)
    },
    users: () => users,
  }
}
