import type { Config } from '@foyer/contract/config'
import { isProvider, nameOf, settingsOf } from '@foyer/contract/sign-in-methods'
import type { SignInMethod, StepMethod } from '@foyer/contract/sign-in-methods'
import type { SelectedTenantInfo, UserCredential } from '@foyer/iap-sign-in'
import type { InAppBrowser } from '../browser/in-app-browser.ts'
import type { LoopGuard } from '../browser/loop-guard.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import type { GuestAccountUsed } from '../identity/guest-account-used.ts'
import type { PendingCredential, SignedIn, TenantAuth } from '../identity/identity.ts'
import type { Language } from '../language/choose-language.ts'
import type { AccountSteps } from './account-steps.ts'
import { emit, listen } from './custom-events.ts'
import type { LastAccount } from './last-account.ts'
import type { LastMethod } from './last-method.ts'
import { createLinkingHelp } from './linking-help.ts'
import { createMethodsView } from './methods-view.ts'
import { createBeginAttempt } from './newest-attempt.ts'
import { configuredMethods, offeredMethods, withGoogleLast } from './offered-methods.ts'
import type { PendingLinks } from './pending-links.ts'
import type { OpenMethodSteps } from './method-steps.ts'
import type { PendingSteps } from './pending-step.ts'
import { createProviderAttempts } from './provider-attempts.ts'
import type { StepHistory } from './step-history.ts'
import { showOrLeave } from './show-or-leave.ts'
import { createStepAttempts } from './step-attempts.ts'
import { showError } from './store.ts'
import type { SignInStore } from './store.ts'
import type { NotedChoice } from './tenant-choice.ts'

export interface MethodButtonsDeps {
  config: Config
  store: SignInStore
  /** The target of the page's custom events. */
  events: EventTarget
  pendingLinks: PendingLinks
  loadAccountSteps: () => Promise<AccountSteps>
  tell: TellFailure
  auth: TenantAuth
  pendingSteps: Pick<PendingSteps, 'recall'>
  loadSteps: (method: StepMethod) => Promise<OpenMethodSteps>
  lastMethod: Pick<LastMethod, 'recall' | 'note'>
  lastAccount: Pick<LastAccount, 'recall' | 'note' | 'forget'>
  stepHistory: StepHistory
  tenantChoice: Pick<NotedChoice, 'isNoted' | 'open'>
  tabStorage: SafeStorage
  guard: Pick<LoopGuard, 'take'>
  /** What the application knows about the user. */
  hint: SelectedTenantInfo | undefined
  /** The app that shows this page. */
  inApp: InAppBrowser | null
  /** The current language of the page. */
  shownLanguage: () => Language
  /** The language of the provider's pages and the text message. */
  languageCode: () => string
  /** Rejects if the account cannot be used. The buttons then stay. */
  accept: (credential: SignedIn) => Promise<UserCredential>
  /** Called once, with the account that was used. */
  onSignedIn: (credential: UserCredential) => void
}

/** Why the user returned from a provider without an account. */
export interface Returned {
  lastFailure?: RepeatableFailure
  /** Repeats the sign-in at a provider that failed. */
  interrupted?: () => Promise<UserCredential>
  guest?: GuestAccountUsed
}

/** Shows the sign-in buttons, and carries out a press on one. */
export function openMethodButtons(deps: MethodButtonsDeps, returned: Returned): void {
  const { config, store, auth, inApp, pendingLinks } = deps
  const offered = offeredMethods(config, auth.tenantId, deps.hint?.providerIds)
  const methods = inApp ? withGoogleLast(offered) : offered
  const configured = configuredMethods(config, auth.tenantId)

  const view = createMethodsView(
    { ...deps, tenantId: auth.tenantId, methods },
    {
      continueWith: (method) => continueWith(method),
      continueAs: ({ method, email }) => continueWith(method, email),
      changeTenant: deps.tenantChoice.open,
      openLinkSteps: config.signInLink === true ? () => help.openLinkSteps() : undefined,
    },
  )
  const attemptDeps = { ...deps, ...view, beginAttempt: createBeginAttempt(store), finish }
  const chooseAnother = (email: string | null): void => continueWith('microsoft.com', email)
  const help = createLinkingHelp({
    ...attemptDeps,
    methods,
    chooseAnother,
    nameOf: (id) => nameOf(id, configured, deps.shownLanguage()),
  })
  const steps = createStepAttempts(attemptDeps)
  const providers = createProviderAttempts({
    ...attemptDeps,
    // Browsers inside an app open no windows.
    flow: inApp ? 'redirect' : (config.signInFlow ?? 'redirect'),
    settingsOf: (method) => settingsOf(method, configured),
    requestLinking,
    explainGuest: help.explainGuest,
  })

  function continueWith(method: SignInMethod, loginHint = deps.hint?.email ?? null): void {
    if (isProvider(method)) providers.start(method, loginHint)
    else steps.start(method, loginHint)
  }

  async function finish(credential: SignedIn): Promise<void> {
    const accepted = await deps.accept(credential)
    stopListening()
    steps.stop()
    deps.stepHistory.end()
    deps.onSignedIn(accepted)
  }

  function requestLinking(credential: PendingCredential): void {
    pendingLinks.keep({ credential, tenantId: auth.tenantId, isRefused: false })
    emit(deps.events, 'foyer:link', credential)
  }

  /** Shows the first state of the buttons, which depends on how the user came here. */
  function showFirst({ lastFailure, interrupted, guest }: Returned): void {
    const pending = pendingLinks.recall(auth.tenantId)
    const failure =
      lastFailure?.action === 'retry' && interrupted
        ? { ...lastFailure, retry: () => providers.repeat(interrupted) }
        : (lastFailure ?? null)
    if (pending && !pending.isRefused) emit(deps.events, 'foyer:link', pending.credential)
    else if (guest) help.explainGuest(guest, () => true)
    // A sign-in links the pending credential, so the user must always see the explanation.
    else if (pending) help.explainAccount(pending.credential, failure)
    else {
      const [only = '', second] = methods
      const isInStep = deps.pendingSteps.recall(auth.tenantId) !== null
      showOrLeave(
        second || isInStep ? undefined : settingsOf(only, configured),
        { ...attemptDeps, failure, tenantId: auth.tenantId },
        (method) => providers.start(method, deps.hint?.email ?? null, 'redirect'),
      )
    }
  }

  const stopListening = listen(deps.events, 'foyer:link', help.link)
  showFirst(returned)
  prepare(deps)
  const { email, method = 'phone' } = deps.pendingSteps.recall(auth.tenantId) ?? { method: null }
  if (method === 'phone' && email) help.openLinkSteps()
  else if (method && isAmong(methods, method)) continueWith(method)
}

const isAmong = (methods: readonly SignInMethod[], id: string): id is SignInMethod =>
  methods.some((offered) => offered === id)

/** Loads the SDK before the press, because browsers block a window that opens later. */
function prepare(deps: Pick<MethodButtonsDeps, 'auth' | 'store' | 'tell'>): void {
  const { auth, store, tell } = deps
  auth.prepare().catch((error: unknown) =>
    tell(
      error,
      (failure) => showError(store, failure),
      () => {
        store.setState({ progress: { name: 'idle' } })
        prepare(deps)
      },
    ),
  )
}
