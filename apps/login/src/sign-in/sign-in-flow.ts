import type { Config } from '@foyer/contract/config'
import { welcomePath } from '../browser/route.ts'
import type { LoopGuard } from '../browser/loop-guard.ts'
import { tidsIn } from '../config/config-path.ts'
import { openConfig } from '../config/open-config.ts'
import type { OpenConfig } from '../config/open-config.ts'
import { CodedError } from '../errors/coded-error.ts'
import type { Identity } from '../identity/identity.ts'
import { createAccountArrival } from './account-arrival.ts'
import type { AccountArrival, LoadAccountSteps } from './account-arrival.ts'
import type { ArrivedLink } from './arrived-link.ts'
import { createEngineRun } from './engine-run.ts'
import type { Authentication, EngineRunDeps } from './engine-run.ts'
import { endingSession } from './ending-session.ts'
import { createFlowFailures } from './flow-failures.ts'
import { hasRequest, isSignOut } from './has-request.ts'
import { keepWelcomePath } from './keep-welcome-path.ts'
import type { LastMethod } from './last-method.ts'
import type { ManualToken, TakenToken } from './manual-token.ts'
import type { Page } from './page.ts'
import type { SignOuts } from './sign-outs.ts'
import { show } from './store.ts'
import type { SignInStore } from './store.ts'

export interface FlowDeps extends EngineRunDeps {
  loadConfig: (tids: readonly string[]) => Promise<Config>
  openIdentity: (config: Config) => Identity
  loadAccountSteps: LoadAccountSteps
  manualToken: Pick<ManualToken, 'take' | 'remove'>
  arrivedLink: Pick<ArrivedLink, 'read'>
  signOuts: Pick<SignOuts, 'tell' | 'takeReturn'>
  lastMethod: Pick<LastMethod, 'recall' | 'note'>
  guard: LoopGuard
  date: () => Date
  page: Page
}

export interface SignInFlow {
  /** Call it once per page load, because the answer of a provider can be read once (RD-01). */
  start: () => void
}

/**
 * Runs a page load from the URL to a signed-in user who is back in the application, or to a screen that says why not.
 */
export function createSignInFlow(store: SignInStore, deps: FlowDeps): SignInFlow {
  const { page } = deps
  let engine: Authentication | null = null
  /** The application may have the session of a user who has used up the request of the link. */
  let endsSession = false

  const wait = (): void =>
    show(store, { name: page.path() === welcomePath ? 'welcome' : 'loading' })
  const runAgain = (): void => void run()
  const failures = createFlowFailures({ ...deps, store, wait, applicationUrl, runAgain })

  /** The original URL creates a new request. Until the engine knows it, the product's URL is used. */
  async function applicationUrl(config: Config): Promise<string> {
    const original = await engine?.getOriginalURL().catch(() => null)
    const url = original ?? config.productURL
    return endsSession ? endingSession(url) : url
  }

  function openAccounts(
    config: OpenConfig,
    identity = deps.openIdentity(config.current()),
  ): AccountArrival {
    const { tell, toProduct } = failures
    return createAccountArrival({ ...deps, config, identity, shown: { tell, wait }, toProduct })
  }

  /** @param keptToken of a sign-in that failed for a transient reason (C12, G5) */
  async function run(keptToken: TakenToken | null = null): Promise<void> {
    wait()
    let token = keptToken
    try {
      const opened = await openConfig(deps.loadConfig, tidsIn(page.search()))
      const config = opened.current()
      store.setState({ config })
      token ??= await deps.manualToken.take()
      const link = deps.arrivedLink.read(page.search())
      const isWelcome = page.path() === welcomePath
      if (token === null && link === null && !isWelcome && !hasRequest(page.search())) {
        return failures.toProduct(config, new CodedError('no-request')) // A13
      }
      const accounts = openAccounts(opened)
      if (link !== null) return await signInByLink(link, accounts)
      // A sign-out request must not sign anyone in.
      if (isSignOut(page.search())) token = null
      const manual = token === null ? null : await accounts.signInByToken(token)
      token = null
      if (hasRequest(page.search())) await runEngine(accounts)
      else await accounts.goToProduct(manual)
    } catch (error) {
      const { key } = failures.failureOf(error)
      failures.fail(error, () => void run(key === 'UNKNOWN_ERROR' ? null : token))
    }
  }

  /** In the browser that requested the link, the sign-in continues with the request that the user had then (K6). */
  async function signInByLink(link: string, accounts: AccountArrival): Promise<void> {
    const { manual, search, providerId } = await accounts.signInByLink(link)
    deps.lastMethod.note(providerId)
    if (search === null) return accounts.goToProduct(manual)
    endsSession = true
    page.resume(search)
    const config = await openConfig(deps.loadConfig, tidsIn(search))
    store.setState({ config: config.current() })
    return runEngine(openAccounts(config, accounts.identity))
  }

  async function runEngine(accounts: AccountArrival): Promise<void> {
    engine = createEngineRun(store, deps, { accounts, failures, wait, applicationUrl })
    await engine.start()
  }

  return {
    start() {
      keepWelcomePath(store, page)
      if (deps.signOuts.takeReturn()) store.setState({ hasSignedOut: true })
      void run()
    },
  }
}
