import type { Config } from '@foyer/contract/config'
import type { LoopGuard } from '../browser/loop-guard.ts'
import { codeOf } from '../errors/coded-error.ts'
import { failureOf, withoutRetry } from '../errors/failure.ts'
import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import { ofSignOut } from './failed-sign-out.ts'
import { isSignOut } from './has-request.ts'
import type { Page } from './page.ts'
import { accountChanged } from './still-signed-in.ts'
import { show } from './store.ts'
import type { SignInStore } from './store.ts'

/** How the flow handles an error: with a message, another page, or a new start. */
export interface FlowFailures {
  failureOf: (error: unknown) => RepeatableFailure
  tell: TellFailure
  /** Shows the failure screen for this failure. */
  show: (failure: RepeatableFailure) => void
  /** Shows the failure screen. @param again repeats the failed step */
  fail: (error: unknown, again?: () => void) => void
  /** Starts a used request again automatically, at most once a minute. Any other error is shown. */
  react: (error: unknown, config: Config) => void
  /** Goes to the product. @param error is shown instead if the product has just redirected back */
  toProduct: (config: Config, error: unknown, url?: string) => void
}

interface FlowFailuresDeps {
  store: SignInStore
  guard: Pick<LoopGuard, 'take'>
  page: Page
  date: () => Date
  wait: () => void
  /** The URL at which the application creates a new request. */
  applicationUrl: (config: Config) => Promise<string>
  runAgain: () => void
}

export function createFlowFailures(deps: FlowFailuresDeps): FlowFailures {
  const { store, guard, page, date, wait } = deps

  function failureNow(error: unknown): RepeatableFailure {
    const failure = failureOf(error, date())
    return isSignOut(page.search()) ? ofSignOut(failure) : failure
  }

  async function restart(config: Config): Promise<void> {
    page.leave(await deps.applicationUrl(config))
  }

  function tell(...[error, say, again]: Parameters<TellFailure>): void {
    if (codeOf(error) === accountChanged) return page.reload()
    const failure = failureNow(error)
    const { config } = store.getState()
    // A return from a provider looks like a page load that the user requested, and may fail again in the same way. It
    // must count too, or the page and the product would redirect back and forth.
    if (
      failure.action === 'product' &&
      config &&
      guard.take('product', { countsAll: true }) === 'go'
    ) {
      wait()
      return page.leave(config.productURL)
    }
    const retry = retryOf(failure, again, config)
    say(retry ? { ...failure, retry } : failure)
  }

  function retryOf(
    { action, retry }: RepeatableFailure,
    again: (() => void) | undefined,
    config: Config | null,
  ): (() => void) | undefined {
    if (action === 'restart' && config) return () => void restart(config)
    if (action === 'reload') return page.reload
    return action === 'retry' ? (retry ?? again) : undefined
  }

  function showFailure(failure: RepeatableFailure): void {
    const { config } = store.getState()
    const signOut = (): void => {
      if (config) page.leave(`/?${new URLSearchParams({ mode: 'signout', apiKey: config.apiKey })}`)
    }
    const screen = { name: 'failure', failure: withoutRetry(failure) } as const
    // If the error has no retry of its own, the whole request starts again.
    const retry = failure.retry ?? page.reload
    show(store, screen, { retry, signOut })
    const whileShown = (react: () => void) => (): void => {
      if (store.getState().screen === screen) react()
    }
    // The engine has ended. If the user goes Back to another request, the flow must run again.
    page.whenMoved(whileShown(deps.runAgain))
    if (failure.key === 'NETWORK') page.whenBackOnline(whileShown(retry))
  }

  const fail = (error: unknown, again?: () => void): void => tell(error, showFailure, again)

  return {
    failureOf: failureNow,
    tell,
    show: showFailure,
    fail,
    react(error, config) {
      const { action } = failureNow(error)
      if (action === 'restart' && guard.take('restart') === 'go') void restart(config)
      else fail(error)
    },
    toProduct(config, error, url = config.productURL) {
      if (guard.take('product') === 'go') page.leave(url)
      else showFailure(failureNow(error))
    },
  }
}
