import type { Answer, Client, Request } from './client.ts'
import type { Judge } from './judge.ts'
import { applicationSite, loginSite, originOf, type Site } from './sites.ts'
import { createSteps, GaveUp } from './steps.ts'

export interface SignedIn {
  uid: string
  cookie: string
}

/** These states may be used, and nobody has the response. */
export const unanswered = 'states whose exchange had no response'

interface SignInsDeps {
  client: Client
  judge: Judge
  /** The ports of the gates that get requests now. */
  gatesInService: () => readonly number[]
  /** A signed ID token of this account. */
  idTokenOf: (uid: string) => string
}

export interface SignIns {
  /** Everything through nginx, which chooses the instance for each step. Null if it was in flight at a kill. */
  throughNginx(): Promise<SignedIn | null>
  /** Each step at another gate, and the same state at two of them at the same moment. */
  acrossGates(): Promise<SignedIn | null>
}

const page = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const fromLogin = { origin: originOf(loginSite) }

type Ask = (site: Site, request: Request) => Promise<Answer>

export function createSignIns(deps: SignInsDeps): SignIns {
  const { client, judge, gatesInService, idTokenOf } = deps
  const { step, once } = createSteps(judge)
  let count = 0

  async function begin(ask: Ask) {
    count += 1
    const path = `/orders?sign-in=${count}`
    const opened = await step(
      'the application without a session',
      () => ask(applicationSite, { path, headers: page }),
      ({ status, headers }) => status === 302 && headers.location !== undefined,
    )
    const login = new URL(opened.headers.location ?? '')
    const state = login.searchParams.get('state') ?? ''
    await step(
      'the sign-in page',
      () => client.ask(loginSite, { path: login.pathname + login.search, headers: page }),
      ({ status, text }) => status === 200 && text.includes('<html'),
    )
    return { path, state, cookies: cookiesOf(opened), uid: `user-${count}` }
  }
  type Begun = Awaited<ReturnType<typeof begin>>

  const exchange = (ask: Ask, { uid, state }: Begun) =>
    ask(applicationSite, {
      path: '/_gcp_iap/handle_redirect',
      method: 'POST',
      headers: { ...fromLogin, 'content-type': 'application/json' },
      body: JSON.stringify({ id_token: idTokenOf(uid), state }),
    })

  /** A used state must be refused, wherever it is offered. */
  async function offerAgain(begun: Begun, ask: Ask) {
    const again = await step('a used state', () => exchange(ask, begun), isAnswered)
    if (isExchanged(again)) judge.violation('a used state was exchanged again')
    judge.count('used states that were refused')
  }

  async function finish(begun: Begun, exchanged: Answer, ask: Ask): Promise<SignedIn> {
    judge.count('states exchanged')
    const { redirectToken } = JSON.parse(exchanged.text) as { redirectToken: string }
    // The token is valid once. If the response is lost, the sign-in is: a repeated request could only be refused.
    const taken = await once(
      'the session cookie',
      () =>
        ask(applicationSite, {
          path: '/_gcp_iap/gcip_authenticate',
          headers: { ...fromLogin, 'x-iap-3p-token': redirectToken, cookie: begun.cookies },
        }),
      (answer) => answer.status === 200 && /-session=./.test(cookiesOf(answer)),
    )
    if (taken === null) throw new GaveUp('the session cookie')
    const cookie = cookiesOf(taken)
      .split('; ')
      .filter((pair) => pair.includes('-session='))
      .join('; ')
    await step(
      'the application after the sign-in',
      () => ask(applicationSite, { path: begun.path, headers: { ...page, cookie } }),
      ({ status, text }) => status === 200 && text === `user ${begun.uid}`,
    )
    judge.count('sign-ins')
    return { uid: begun.uid, cookie }
  }

  /** Null: the gate had used the state, and its response was lost with it. */
  async function exchangeOnce(begun: Begun, ask: Ask): Promise<Answer | null> {
    const first = await once('an exchange', () => exchange(ask, begun), isExchanged)
    if (first !== null) return first
    judge.count(unanswered)
    const second = await step('an exchange', () => exchange(ask, begun), isAnswered)
    return isExchanged(second) ? second : null
  }

  /** Exactly one of two gates may exchange a state that both get at the same moment. */
  async function race(begun: Begun, first: Ask, second: Ask): Promise<Answer | null> {
    const from = Date.now()
    const answers = await Promise.all(
      [first, second].map((ask) => once('an exchange', () => exchange(ask, begun), isAnswered)),
    )
    const exchanged = answers.filter((answer) => answer !== null && isExchanged(answer))
    if (exchanged.length === 2) judge.violation('two gates exchanged the same state')
    if (exchanged.length === 0 && answers.every((answer) => answer !== null))
      judge.failed({
        what: 'a state at two gates',
        reason: 'refused by both',
        from,
        to: Date.now(),
      })
    if (answers.includes(null)) judge.count(unanswered)
    judge.count('states that two gates got at the same moment')
    return exchanged[0] ?? null
  }

  const unlessLost = (work: () => Promise<SignedIn | null>) => async () => {
    try {
      return await work()
    } catch (error) {
      // Each attempt is already recorded as a failure.
      if (error instanceof GaveUp) return null
      throw error
    }
  }

  return {
    throughNginx: unlessLost(async () => {
      const ask: Ask = (site, request) => client.ask(site, request)
      const begun = await begin(ask)
      const exchanged = await exchangeOnce(begun, ask)
      if (exchanged === null) return null
      await offerAgain(begun, ask)
      return finish(begun, exchanged, ask)
    }),
    acrossGates: unlessLost(async () => {
      // At each request, because a gate may be stopped between two steps.
      const at =
        (place: number): Ask =>
        (site, request) => {
          const gates = gatesInService()
          return client.askGate(gates[place % gates.length] ?? 0, site, request)
        }
      const place = count
      const begun = await begin(at(place))
      const exchanged = await race(begun, at(place + 1), at(place + 2))
      if (exchanged === null) return null
      await offerAgain(begun, at(place))
      judge.count('sign-ins of which each step was at another gate')
      return finish(begun, exchanged, at(place + 2))
    }),
  }
}

const isExchanged = ({ status, text }: Answer) => status === 200 && text.includes('redirectToken')
const isAnswered = (answer: Answer) =>
  isExchanged(answer) || answer.text.includes('restart the authentication process')

/** The cookies that a response sets, without those that it removes. */
function cookiesOf({ headers }: Answer): string {
  const lines = headers['set-cookie'] ?? []
  return lines
    .filter((line) => !line.includes('Max-Age=0'))
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}
