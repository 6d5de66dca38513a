import type { Config } from '@foyer/contract/config'
import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import type { SelectedTenantInfo, UserCredential } from '@foyer/iap-sign-in'
import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import { GuestAccountUsed } from '../identity/guest-account-used.ts'
import type {
  PendingCredential,
  ProviderMethod,
  SignedIn,
  TenantAuth,
} from '../identity/identity.ts'
import { InterruptedSignIn } from '../identity/interrupted-sign-in.ts'
import { LinkingNeeded } from '../identity/linking-needed.ts'
import type { InAppBrowser } from '../browser/in-app-browser.ts'
import type { OpenPhoneSignIn, PendingCodes, PhoneSignIn } from './phone-port.ts'
import type { AccountSteps } from './account-steps.ts'
import { isChangeOfMind } from './change-of-mind.ts'
import { emit, listen } from './custom-events.ts'
import type { LastMethod } from './last-method.ts'
import { createLinkingHelp } from './linking-help.ts'
import { namedTenant } from './named-tenant.ts'
import type { PendingLinks } from './pending-links.ts'
import { offeredMethods, withGoogleLast } from './offered-methods.ts'
import { signInAtProvider } from './sign-in-at-provider.ts'
import type { CommandHandlers } from './commands.ts'
import type { Notice, SignInButtons } from './screen.ts'
import { begin, settle, show, showError } from './store.ts'
import type { SignInStore } from './store.ts'

export interface MethodButtonsParts {
  config: Config
  store: SignInStore
  /** Where the page's custom events happen. */
  events: EventTarget
  pendingLinks: PendingLinks
  loadAccountSteps: () => Promise<AccountSteps>
  tell: TellFailure
  auth: TenantAuth
  pendingCodes: Pick<PendingCodes, 'recall'>
  loadPhoneSignIn: () => Promise<OpenPhoneSignIn>
  lastMethod: Pick<LastMethod, 'recall' | 'note'>
  /** What the application knows of the user. */
  hint: SelectedTenantInfo | undefined
  /** The app that shows this page. */
  inApp: InAppBrowser | null
  /** Of the provider's pages and the text message. */
  languageCode: () => string
  /** Rejects when the account cannot be taken; the user then still has the buttons. */
  accept: (credential: SignedIn) => Promise<UserCredential>
  /** Hears of the account that was taken, once. */
  onSignedIn: (credential: UserCredential) => void
}

/** Why no account came with the user's return from a provider, if they return. */
export interface Returned {
  lastFailure?: RepeatableFailure
  /** Repeats the sign-in at a provider that failed. */
  interrupted?: () => Promise<UserCredential>
  guest?: GuestAccountUsed
}

/** The sign-in buttons, and what becomes of a press on one. */
export function openMethodButtons(
  parts: MethodButtonsParts,
  { lastFailure, interrupted, guest }: Returned,
): void {
  const { config, store, auth, inApp, pendingLinks, tell } = parts
  const offered = offeredMethods(config, auth.tenantId, parts.hint?.providerIds)
  const methods = inApp ? withGoogleLast(offered) : offered
  /** Only the newest attempt may fail aloud: a closed pop-up is noticed long after the next click. */
  let newest = 0
  let phone: PhoneSignIn | null = null
  let notice: Notice | null = null
  let noticeHandlers: CommandHandlers = {}

  const help = createLinkingHelp({
    ...parts,
    methods,
    finish,
    showStep: showMethodStep,
    showMethods,
    showNotice(told, handlers, failure) {
      notice = told
      noticeHandlers = handlers
      showMethods(failure)
    },
    chooseAnother: (email) => continueWith('microsoft.com', email),
  })

  async function finish(credential: SignedIn): Promise<void> {
    const accepted = await parts.accept(credential)
    stopListening()
    phone?.stop()
    parts.onSignedIn(accepted)
  }

  function showStep(
    step: SignInButtons['step'],
    handlers: CommandHandlers,
    failure: RepeatableFailure | null = null,
  ): void {
    const buttons: SignInButtons = {
      name: 'signInButtons',
      methods,
      lastUsed: parts.lastMethod.recall(),
      tenant: namedTenant(config, auth.tenantId),
      inApp: methods.includes('google.com') ? inApp : null,
      step,
      notice,
    }
    show(store, buttons, handlers, failure)
  }

  function showMethods(failure: RepeatableFailure | null): void {
    const handlers = {
      ...noticeHandlers,
      openLinkSteps: config.signInLink === true ? help.openLinkSteps : undefined,
      continueWith: (method: SignInMethod) => continueWith(method),
    }
    showStep({ name: 'methods' }, handlers, failure)
  }

  function showMethodStep(step: SignInButtons['step'], handlers: CommandHandlers): void {
    showStep(step, { ...handlers, backToMethods: () => showMethods(null) })
  }

  function continueWith(method: SignInMethod, loginHint = parts.hint?.email ?? null): void {
    void (method === 'phone' ? openPhone() : leaveFor(method, loginHint))
  }

  /** @returns whether it still is the newest */
  function beginAttempt(picked: SignInMethod): () => boolean {
    newest += 1
    const attempt = newest
    begin(store, picked)
    return () => attempt === newest
  }

  async function leaveFor(method: ProviderMethod, loginHint: string | null): Promise<void> {
    const isNewest = beginAttempt(method)
    const wish = {
      method,
      // Apps open no windows.
      flow: inApp ? 'redirect' : (config.signInFlow ?? 'redirect'),
      loginHint,
      languageCode: parts.languageCode(),
    } as const
    try {
      await finish(await signInAtProvider(auth, wish, isNewest))
    } catch (error) {
      if (!isNewest()) return
      settle(store)
      if (!isChangeOfMind(error)) failAtProvider(error, () => void leaveFor(method, loginHint))
    }
  }

  /** @param again where the provider itself has not answered */
  function failAtProvider(error: unknown, again: () => void): void {
    if (error instanceof LinkingNeeded) return requestLinking(error.pending)
    if (error instanceof GuestAccountUsed) return help.explainGuest(error)
    const repeat =
      error instanceof InterruptedSignIn ? () => void repeatSignIn(error.repeat) : again
    tell(error, showMethods, repeat)
  }

  /** Does what was left to do when the provider had answered (G5). */
  async function repeatSignIn(repeat: () => Promise<UserCredential>): Promise<void> {
    show(store, { name: 'loading' })
    try {
      await finish(await repeat())
    } catch (error) {
      failAtProvider(error, () => void repeatSignIn(repeat))
    }
  }

  async function openPhone(): Promise<void> {
    beginAttempt('phone')
    try {
      const openPhoneSignIn = await parts.loadPhoneSignIn()
      const { languageCode } = parts
      phone = openPhoneSignIn({
        auth,
        languageCode,
        showStep: showMethodStep,
        accept: finish,
        tell,
      })
      phone.start()
    } catch (error) {
      tell(
        error,
        (failure) => showError(store, failure),
        () => void openPhone(),
      )
    }
  }

  /** A window needs the SDK to be there before the press. */
  function prepare(): void {
    auth.prepare().catch((error: unknown) =>
      tell(
        error,
        (failure) => showError(store, failure),
        () => {
          store.setState({ progress: { name: 'idle' } })
          prepare()
        },
      ),
    )
  }

  function requestLinking(credential: PendingCredential): void {
    pendingLinks.keep({ credential, tenantId: auth.tenantId, isRefused: false })
    emit(parts.events, 'foyer:link', credential)
  }

  const stopListening = listen(parts.events, 'foyer:link', help.link)
  const pending = pendingLinks.recall(auth.tenantId)
  const told =
    lastFailure?.action === 'retry' && interrupted
      ? { ...lastFailure, retry: () => void repeatSignIn(interrupted) }
      : (lastFailure ?? null)
  if (pending && !pending.isRefused) emit(parts.events, 'foyer:link', pending.credential)
  else if (guest) help.explainGuest(guest)
  // Whatever else is shown: nobody signs in without knowing that this connects the credential.
  else if (pending) help.explainAccount(pending.credential, told)
  else showMethods(told)
  prepare()
  if (parts.pendingCodes.recall(auth.tenantId) && methods.includes('phone')) void openPhone()
}
