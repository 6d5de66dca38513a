import type { MethodSettings, ProviderMethod } from '@foyer/contract/sign-in-methods'
import type { UserCredential } from '@foyer/iap-sign-in'
import { patienceMs } from '../browser/leaving.ts'
import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import { GuestAccountUsed } from '../identity/guest-account-used.ts'
import type {
  PendingCredential,
  SignedIn,
  SignInOptions,
  TenantAuth,
} from '../identity/identity.ts'
import { InterruptedSignIn } from '../identity/interrupted-sign-in.ts'
import { LinkingNeeded } from '../identity/linking-needed.ts'
import { isChangeOfMind } from './change-of-mind.ts'
import type { BeginAttempt } from './newest-attempt.ts'
import { signInAtProvider } from './sign-in-at-provider.ts'
import { pickedIn, settle, show } from './store.ts'
import type { SignInStore } from './store.ts'

/** Sign-ins at a provider, and the handling of their errors. */
export interface ProviderAttempts {
  /**
   * @param loginHint the email address of the account to choose
   * @param flow if it is not the usual one
   */
  start: (method: ProviderMethod, loginHint: string | null, flow?: SignInOptions['flow']) => void
  /** Repeats the steps after the provider's answer (G5). */
  repeat: (rest: () => Promise<UserCredential>) => void
}

interface ProviderAttemptsDeps {
  store: SignInStore
  auth: TenantAuth
  flow: SignInOptions['flow']
  languageCode: () => string
  /** What the config adds to a method. */
  settingsOf: (method: ProviderMethod) => MethodSettings | undefined
  beginAttempt: BeginAttempt
  tell: TellFailure
  /** Uses the account. Rejects if it cannot be used. */
  finish: (credential: SignedIn) => Promise<void>
  showMethods: (failure: RepeatableFailure | null) => void
  requestLinking: (credential: PendingCredential) => void
  explainGuest: (error: GuestAccountUsed, isNewest: () => boolean) => void
}

export function createProviderAttempts(deps: ProviderAttemptsDeps): ProviderAttempts {
  const { store } = deps

  async function attempt(
    method: ProviderMethod,
    loginHint: string | null,
    flow: SignInOptions['flow'] = deps.flow,
  ): Promise<void> {
    const isNewest = deps.beginAttempt(method)
    setTimeout(() => pickedIn(store.getState()) === method && settle(store), patienceMs)
    const options = {
      method,
      flow,
      loginHint,
      languageCode: deps.languageCode(),
      settings: deps.settingsOf(method),
    }
    try {
      await deps.finish(await signInAtProvider(deps.auth, options, isNewest))
    } catch (error) {
      if (!isNewest()) return
      settle(store)
      if (!isChangeOfMind(error)) fail(error, () => void attempt(method, loginHint), isNewest)
    }
  }

  async function repeat(rest: () => Promise<UserCredential>): Promise<void> {
    show(store, { name: 'loading' })
    try {
      await deps.finish(await rest())
    } catch (error) {
      fail(error, () => void repeat(rest))
    }
  }

  /**
   * @param again the retry, unless the provider has answered and only the later steps are repeated
   * @param isNewest whether the user has started no other attempt since
   */
  function fail(error: unknown, again: () => void, isNewest = () => true): void {
    if (error instanceof LinkingNeeded) return deps.requestLinking(error.pending)
    if (error instanceof GuestAccountUsed) return deps.explainGuest(error, isNewest)
    const retry = error instanceof InterruptedSignIn ? () => void repeat(error.repeat) : again
    deps.tell(error, deps.showMethods, retry)
  }

  return {
    start: (...how) => void attempt(...how),
    repeat: (rest) => void repeat(rest),
  }
}
