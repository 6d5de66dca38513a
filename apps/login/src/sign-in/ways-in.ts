import type { Config, SignInMethod } from '@foyer/contract/config'
import type { SelectedTenantInfo, UserCredential } from '@foyer/iap-sign-in'
import type { ErrorKey } from '../errors/error-table.ts'
import type { Failure, TellFailure } from '../errors/failure.ts'
import type {
  PendingCredential,
  ProviderMethod,
  SignedIn,
  TenantAuth,
} from '../identity/identity.ts'
import { InterruptedSignIn } from '../identity/interrupted-sign-in.ts'
import { LinkingNeeded } from '../identity/linking-needed.ts'
import type { PendingCodes } from '../phone/pending-code.ts'
import type { PhoneSignIn, PhoneSignInParts } from '../phone/phone-sign-in.ts'
import type { AccountSteps } from './account-steps.ts'
import { isChangeOfMind } from './change-of-mind.ts'
import { emit, listen } from './custom-events.ts'
import type { LastMethod } from './last-method.ts'
import { namedTenant } from './named-tenant.ts'
import { offeredMethods, withGoogleLast } from './offered-methods.ts'
import type { PendingLinks } from './pending-links.ts'
import { signInAtProvider } from './sign-in-at-provider.ts'
import { begin, complain, screenOf, show } from './store.ts'
import type { Screen, SignInStore, WayOut } from './store.ts'

/** Begins the phone flow, which comes with a part of the script of its own. */
export type OpenPhoneSignIn = (
  parts: Pick<PhoneSignInParts, 'auth' | 'languageCode' | 'showStep' | 'accept' | 'tell'>,
) => PhoneSignIn

/** What is wrong with the account itself is so by every method. */
const brokenAccount: ReadonlySet<ErrorKey> = new Set(['USER_DISABLED', 'SECOND_FACTOR'])

type SignInButtons = Extract<Screen, { name: 'signInButtons' }>

export interface WaysInParts {
  config: Config
  store: SignInStore
  /** Where the page's custom events happen. */
  events: EventTarget
  pendingLinks: PendingLinks
  pendingCodes: Pick<PendingCodes, 'recall'>
  loadPhoneSignIn: () => Promise<OpenPhoneSignIn>
  loadAccountSteps: () => Promise<AccountSteps>
  lastMethod: Pick<LastMethod, 'recall' | 'note'>
  tell: TellFailure
  auth: TenantAuth
  /** What the application knows of the visitor. */
  hint: SelectedTenantInfo | undefined
  wayOut: WayOut | null
  /** Of the provider's pages and the text message. */
  languageCode: () => string
  /** Rejects when the account cannot be taken; the visitor then still has the buttons. */
  accept: (credential: SignedIn) => Promise<UserCredential>
  /** Hears of the account that was taken, once. */
  onSignedIn: (credential: UserCredential) => void
}

/** The sign-in buttons, and what becomes of a press on one. */
export function createWaysIn(parts: WaysInParts): {
  /** @param interrupted repeats a sign-in at a provider that ended in the complaint */
  open: (complaint: Failure | null, interrupted?: () => Promise<UserCredential>) => void
} {
  const { config, store, events, auth, wayOut, pendingLinks, tell } = parts
  const offered = offeredMethods(config, auth.tenantId, parts.hint?.providerIds)
  const methods = wayOut ? withGoogleLast(offered) : offered
  /** Only the newest attempt may fail aloud: a closed pop-up is noticed long after the next click. */
  let newest = 0
  let phone: PhoneSignIn | null = null
  let stopListening = (): void => {}

  async function finish(credential: SignedIn): Promise<void> {
    const accepted = await parts.accept(credential)
    stopListening()
    phone?.stop()
    parts.onSignedIn(accepted)
  }

  function showStep(step: SignInButtons['step'], complaint: Failure | null = null): void {
    const buttons: SignInButtons = {
      name: 'signInButtons',
      methods,
      lastUsed: parts.lastMethod.recall(),
      tenant: namedTenant(config, auth.tenantId),
      wayOut: methods.includes('google.com') ? wayOut : null,
      step,
      continueWith,
      backToMethods: () => showMethods(null),
    }
    show(store, buttons, complaint)
  }

  function showMethods(complaint: Failure | null): void {
    showStep({ name: 'methods' }, complaint)
  }

  function continueWith(method: SignInMethod): void {
    void (method === 'phone' ? openPhone() : leaveFor(method))
  }

  /** @returns whether it still is the newest */
  function beginAttempt(picked: SignInMethod): () => boolean {
    newest += 1
    const attempt = newest
    begin(store, { picked })
    return () => attempt === newest
  }

  async function leaveFor(method: ProviderMethod): Promise<void> {
    const isNewest = beginAttempt(method)
    const wish = {
      method,
      // Apps open no windows.
      flow: wayOut ? 'redirect' : (config.signInFlow ?? 'redirect'),
      loginHint: parts.hint?.email ?? null,
      languageCode: parts.languageCode(),
    } as const
    try {
      await finish(await signInAtProvider(auth, wish, isNewest))
    } catch (error) {
      if (!isNewest()) return
      store.setState({ loading: false })
      if (!isChangeOfMind(error)) failAtProvider(error, () => void leaveFor(method))
    }
  }

  /** @param again where the provider itself has not answered */
  function failAtProvider(error: unknown, again: () => void): void {
    if (error instanceof LinkingNeeded) return requestLinking(error.pending)
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
      phone = openPhoneSignIn({ auth, languageCode, showStep, accept: finish, tell })
      phone.start()
    } catch (error) {
      tell(
        error,
        (failure) => complain(store, failure),
        () => void openPhone(),
      )
    }
  }

  /** A window needs the SDK to be there before the press. */
  function prepare(): void {
    auth.prepare().catch((error: unknown) =>
      tell(
        error,
        (failure) => complain(store, failure),
        () => {
          show(store, screenOf(store.getState()))
          prepare()
        },
      ),
    )
  }

  function requestLinking(credential: PendingCredential): void {
    pendingLinks.keep({ credential, tenantId: auth.tenantId, isRefused: false })
    emit(events, 'foyer:link', credential)
  }

  /** Adds the credential by the account service's word, or explains how the visitor adds it (C10). */
  async function link(credential: PendingCredential): Promise<void> {
    show(store, { name: 'loading' })
    try {
      const { linkByProof } = await parts.loadAccountSteps()
      const owner = await linkByProof(auth, credential)
      // The account at the provider has led here, though a custom token signs in.
      parts.lastMethod.note(credential.providerId)
      await finish(owner)
    } catch (error) {
      tell(
        error,
        (failure) => {
          if (brokenAccount.has(failure.key)) {
            pendingLinks.forget()
            return showMethods(failure)
          }
          pendingLinks.keep({ credential, tenantId: auth.tenantId, isRefused: true })
          showMethods({ ...failure, key: 'LINK_BY_FIRST_METHOD', action: 'options' })
        },
        () => requestLinking(credential),
      )
    }
  }

  return {
    open(complaint, interrupted) {
      stopListening = listen(events, 'foyer:link', (pending) => void link(pending))
      const pending = pendingLinks.recall(auth.tenantId)
      if (pending && !pending.isRefused) emit(events, 'foyer:link', pending.credential)
      else if (complaint?.action === 'retry' && interrupted) {
        showMethods({ ...complaint, retry: () => void repeatSignIn(interrupted) })
      } else showMethods(complaint)
      prepare()
      if (parts.pendingCodes.recall(auth.tenantId) && methods.includes('phone')) void openPhone()
    },
  }
}
