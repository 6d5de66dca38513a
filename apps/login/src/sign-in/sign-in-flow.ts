import type { Config } from '@foyer/contract/config'
import type { User } from '@foyer/iap-sign-in'
import { tidsIn } from '../config/config-path.ts'
import { openConfig } from '../config/open-config.ts'
import type { OpenConfig } from '../config/open-config.ts'
import { CodedError, codeOf } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import { withoutRetry } from '../errors/failure.ts'
import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import type { Identity } from '../identity/identity.ts'
import { welcomePath } from '../browser/page-part.ts'
import type { ManualSignIn, StepsShown } from './account-steps.ts'
import { isFirstLogin } from './first-login-claim.ts'
import type { Authentication, FlowPorts } from './flow-ports.ts'
import { endingSession } from './ending-session.ts'
import { ofSignOut } from './failed-sign-out.ts'
import { createCredentialSource } from './credential-source.ts'
import { createHandler } from './handler.ts'
import { hasRequest, isSignOut } from './has-request.ts'
import { keepWelcomePath } from './keep-welcome-path.ts'
import type { TakenToken } from './manual-token.ts'
import { accountChanged } from './still-signed-in.ts'
import { show } from './store.ts'
import type { SignInStore } from './store.ts'

export interface SignInFlow {
  /** Call it once per page load: the answer of a provider can be read once (RD-01). */
  start: () => void
}

/** From the URL to a signed-in user who is back in the application, or to a screen that says why not. */
export function createSignInFlow(store: SignInStore, ports: FlowPorts): SignInFlow {
  const { guard, page } = ports
  const wait = (): void =>
    show(store, { name: page.path() === welcomePath ? 'welcome' : 'loading' })
  let authentication: Authentication | null = null

  const shown: StepsShown = { tell, wait }

  function failureNow(error: unknown): RepeatableFailure {
    const failure = failureOf(error, ports.now())
    return isSignOut(page.search()) ? ofSignOut(failure) : failure
  }

  /** @param keptToken of a sign-in by it that failed in passing (C12, G5) */
  async function run(keptToken: TakenToken | null = null): Promise<void> {
    wait()
    let token = keptToken
    try {
      const opened = await openConfig(ports.loadConfig, tidsIn(page.search()))
      const config = opened.current()
      store.setState({ config })
      token ??= await ports.manualToken.take()
      const link = ports.arrivedLink.read(page.search())
      const isWaitedFor = page.path() === welcomePath
      if (token === null && link === null && !isWaitedFor && !hasRequest(page.search())) {
        return toProduct(config, new CodedError('no-request')) // A13
      }
      const identity = ports.openIdentity(config)
      if (link !== null) return await enterByLink(link, opened, identity)
      // Nobody signs in to be signed out.
      if (isSignOut(page.search())) token = null
      const manual = token === null ? null : await signInManually(token, opened, identity)
      token = null
      if (hasRequest(page.search())) await signIn(opened, identity)
      else await arrive(manual, opened, identity)
    } catch (error) {
      const { key } = failureNow(error)
      fail(error, () => void run(key === 'UNKNOWN_ERROR' ? null : token))
    }
  }

  /** Where this browser asked for the link, the sign-in goes on from which it was asked for (K6). */
  async function enterByLink(link: string, opened: OpenConfig, identity: Identity): Promise<void> {
    const steps = await ports.loadAccountSteps(opened, identity, shown)
    const { manual, search, providerId } = await steps.signInByLink(link)
    ports.lastMethod.note(providerId)
    if (search === null) return arrive(manual, opened, identity)
    page.resume(search)
    const resumed = await openConfig(ports.loadConfig, tidsIn(search))
    store.setState({ config: resumed.current() })
    return signIn(resumed, identity)
  }

  async function signInManually(token: TakenToken, config: OpenConfig, identity: Identity) {
    const steps = await ports.loadAccountSteps(config, identity, shown)
    return steps.signInManually(token, new URLSearchParams(page.search()).get('tid'))
  }

  /** Nobody asked for a sign-in: a new user's account is made, and the product asks properly (C9). */
  async function arrive(
    manual: ManualSignIn | null,
    config: OpenConfig,
    identity: Identity,
  ): Promise<void> {
    const user = manual?.user ?? (await identity.authOf(null).currentUser())
    if (user && isFirstLogin(await user.getIdTokenResult())) {
      await completeFirstLogin(user, config, identity)
    }
    const { productURL } = config.current()
    const address = manual?.isSwitch ? endingSession(productURL) : productURL
    toProduct(config.current(), new CodedError('no-request'), address)
  }

  async function completeFirstLogin(
    user: User,
    config: OpenConfig,
    identity: Identity,
  ): Promise<void> {
    const steps = await ports.loadAccountSteps(config, identity, shown)
    await steps.completeFirstLogin(user)
    ports.manualToken.remove()
  }

  async function signIn(opened: OpenConfig, identity: Identity): Promise<void> {
    // Nothing of a sign-in that was begun may be finished after a sign-out.
    if (isSignOut(page.search())) {
      ports.pendingLinks.forget()
      ports.forgetAskedLink()
    }
    const config = opened.current()
    const credentials = createCredentialSource({
      ...ports,
      config: opened,
      store,
      loadPhoneSignIn: () => ports.loadPhoneSignIn(config),
      loadAccountSteps: () => ports.loadAccountSteps(opened, identity, shown),
      async inAppBrowser() {
        const inApp = await ports.inAppBrowser().catch(() => null)
        if (inApp) {
          // Another browser has no part in this sign-in, and begins at the application.
          void applicationAddress(config).then((originalUrl) => store.setState({ originalUrl }))
        }
        return inApp
      },
      tell,
    })
    const handler = createHandler({
      config: opened,
      identity,
      store,
      credentials,
      completeFirstLogin: (user) => completeFirstLogin(user, opened, identity),
      wait,
      forgetAccounts: () => forgetAccounts(identity),
      failureOf: failureNow,
      assertNoLoop(originalUri, hasActed) {
        if (hasActed) return guard.forget('finish')
        // The gate sends a user back at once whose session it does not see (ST-10).
        const allowance = { limit: 2, subject: originalUri }
        if (guard.take('finish', allowance) === 'stop') throw new CodedError('sent-back')
      },
      onFailure: (error) => void react(error, config),
    })
    authentication = ports.createAuthentication(handler, config, opened.servesTid)
    await authentication.start().catch(alreadyTold)
  }

  async function forgetAccounts(identity: Identity): Promise<void> {
    ports.manualToken.remove()
    ports.pendingLinks.forget()
    ports.pendingCodes.forget()
    await identity.forgetAccounts()
    ports.signOuts.tell()
  }

  /** A used-up request begins again by itself; at most once a minute. */
  async function react(error: unknown, config: Config): Promise<void> {
    const { action } = failureNow(error)
    if (action === 'restart' && guard.take('restart') === 'go') return restart(config)
    fail(error)
  }

  /** The original address makes a fresh request; where it is not to be had, the product's does. */
  async function applicationAddress(config: Config): Promise<string> {
    const original = await authentication?.getOriginalURL().catch(() => null)
    return original ?? config.productURL
  }

  async function restart(config: Config): Promise<void> {
    page.leave(await applicationAddress(config))
  }

  function toProduct(config: Config, error: unknown, address = config.productURL): void {
    if (guard.take('product') === 'go') page.leave(address)
    else showFailure(failureNow(error))
  }

  function tell(...[error, say, again]: Parameters<TellFailure>): void {
    if (codeOf(error) === accountChanged) return page.reload()
    const failure = failureNow(error)
    const { config } = store.getState()
    // The way back from a provider looks like a page load that the user asked for, and fails the same way.
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

  function fail(error: unknown, again?: () => void): void {
    tell(error, showFailure, again)
  }

  function showFailure(failure: RepeatableFailure): void {
    const { config } = store.getState()
    const signOut = (): void => {
      if (config) page.leave(`/?${new URLSearchParams({ mode: 'signout', apiKey: config.apiKey })}`)
    }
    const screen = { name: 'failure', failure: withoutRetry(failure) } as const
    // Without a retry of its own the whole request starts again.
    const retry = failure.retry ?? page.reload
    show(store, screen, { retry, signOut })
    const whileShown = (react: () => void) => (): void => {
      if (store.getState().screen === screen) react()
    }
    // The engine has ended: a user who goes Back from here is met by another run of the flow.
    page.whenMoved(whileShown(() => void run()))
    if (failure.key === 'NETWORK') page.whenBackOnline(whileShown(retry))
  }

  return {
    start() {
      keepWelcomePath(store, page)
      if (ports.signOuts.takeReturn()) store.setState({ hasSignedOut: true })
      void run()
    },
  }
}

/** The engine rejects with what the handler has heard before. */
function alreadyTold(): void {}
