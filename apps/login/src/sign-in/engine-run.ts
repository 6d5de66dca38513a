import type { Config } from '@foyer/contract/config'
import type { StepMethod } from '@foyer/contract/sign-in-methods'
import type { AuthenticationHandler } from '@foyer/iap-sign-in'
import type { InAppBrowser } from '../browser/in-app-browser.ts'
import type { LoopGuard } from '../browser/loop-guard.ts'
import { CodedError } from '../errors/coded-error.ts'
import type { AccountArrival } from './account-arrival.ts'
import { createCredentialSource } from './credential-source.ts'
import type { CredentialSourceDeps } from './credential-source.ts'
import type { ExplainRejection, Refused } from './explain-rejection.ts'
import type { FlowFailures } from './flow-failures.ts'
import { createHandler } from './handler.ts'
import { isSignOut } from './has-request.ts'
import type { ManualToken } from './manual-token.ts'
import type { Page } from './page.ts'
import type { OpenMethodSteps } from './method-steps.ts'
import type { PendingSteps } from './pending-step.ts'
import type { SignOuts } from './sign-outs.ts'

/** The part of the engine that the page uses. */
export interface Authentication {
  start(): Promise<void>
  getOriginalURL(): Promise<string | null>
}

/** What a run of the engine depends on. */
export interface EngineRunDeps extends Omit<
  CredentialSourceDeps,
  'config' | 'loadSteps' | 'loadAccountSteps' | 'tell' | 'store'
> {
  loadSteps: (method: StepMethod, config: Config) => Promise<OpenMethodSteps>
  pendingSteps: PendingSteps
  manualToken: Pick<ManualToken, 'remove'>
  /** Removes the note about what the sign-in link should do besides signing in. */
  forgetAskedLink: () => void
  explainRejection: ExplainRejection
  signOuts: Pick<SignOuts, 'tell'>
  guard: Pick<LoopGuard, 'take' | 'forget'>
  page: Pick<Page, 'search'>
  createAuthentication: (
    handler: AuthenticationHandler,
    config: Config,
    servesTenant: (tid: string) => Promise<boolean>,
  ) => Authentication
}

interface EngineRun {
  accounts: Pick<AccountArrival, 'config' | 'identity' | 'loadSteps' | 'completeFirstLogin'>
  failures: FlowFailures
  /** Shows that the page is busy. */
  wait: () => void
  /** The URL at which the application creates a new request. */
  applicationUrl: (config: Config) => Promise<string>
}

/**
 * Runs the engine for one request of the application, and connects it with the page. `start()` rejects only with an
 * error that is not shown.
 */
export function createEngineRun(
  store: CredentialSourceDeps['store'],
  deps: EngineRunDeps,
  run: EngineRun,
): Authentication {
  const { guard } = deps
  const { failures } = run
  const { identity, loadSteps, completeFirstLogin, config: opened } = run.accounts
  const config = opened.current()
  let isShown = false

  async function inAppBrowser(): Promise<InAppBrowser | null> {
    const inApp = await deps.inAppBrowser().catch(() => null)
    // Another browser cannot complete this request, so the notice has the application's URL.
    if (inApp) {
      void run.applicationUrl(config).then((originalUrl) => store.setState({ originalUrl }))
    }
    return inApp
  }

  /** Ends every sign-in in progress in this tab, and removes all stored accounts. */
  async function forgetAccounts(): Promise<void> {
    deps.manualToken.remove()
    deps.pendingLinks.forget()
    deps.pendingSteps.forget()
    await identity.forgetAccounts()
    deps.signOuts.tell()
  }

  function assertNoLoop(originalUri: string, hasActed: boolean): void {
    if (hasActed) return guard.forget('finish')
    // If the gate does not see a session, it redirects the user back at once (ST-10).
    const allowance = { limit: 2, subject: originalUri }
    if (guard.take('finish', allowance) === 'stop') throw new CodedError('sent-back')
  }

  // After a sign-out, no earlier sign-in may be completed.
  if (isSignOut(deps.page.search())) {
    deps.pendingLinks.forget()
    deps.forgetAskedLink()
  }
  const credentials = createCredentialSource({
    ...deps,
    config: opened,
    store,
    loadSteps: (method) => deps.loadSteps(method, config),
    loadAccountSteps: loadSteps,
    inAppBrowser,
    tell: failures.tell,
  })
  const handler = createHandler({
    config: opened,
    identity,
    store,
    credentials,
    loadAccountSteps: loadSteps,
    completeFirstLogin,
    wait: run.wait,
    forgetAccounts,
    failureOf: failures.failureOf,
    assertNoLoop,
    onFailure(error, auth) {
      isShown = true
      const refused = { error, auth, failures, forgetAccounts }
      void explain(refused, deps.explainRejection, () => failures.react(error, config))
    },
  })
  const engine = deps.createAuthentication(handler, config, opened.servesTid)
  return {
    getOriginalURL: () => engine.getOriginalURL(),
    start: () =>
      engine.start().catch((error: unknown) => {
        // If the handler did not get the error either, the user would wait at the loading view forever.
        if (!isShown) throw error
      }),
  }
}

/** If the redirect server does not want the signed-in account, the user is told which one it is. */
async function explain(
  refused: Refused,
  explainRejection: ExplainRejection,
  react: () => void,
): Promise<void> {
  const { error } = refused
  const isForbidden =
    error instanceof Object && 'httpErrorCode' in error && error.httpErrorCode === 403
  if (!isForbidden) return react()
  await explainRejection(refused).catch(react)
}
