import type { RepeatableFailure } from '../errors/failure.ts'
import type { GuestAccountUsed } from '../identity/guest-account-used.ts'
import type { PendingCredential } from '../identity/identity.ts'
import type { AccountSteps, LinkAttempts, LinkAttemptsDeps } from './account-steps.ts'
import type { BeginAttempt } from './newest-attempt.ts'
import type { PendingLinks } from './pending-links.ts'
import { show, showError } from './store.ts'
import type { SignInStore } from './store.ts'
import { originalMethod } from './original-method.ts'

interface LinkingHelpDeps extends Omit<LinkAttemptsDeps, 'explainAccount'> {
  store: SignInStore
  pendingLinks: Pick<PendingLinks, 'forget'>
  beginAttempt: BeginAttempt
  /** The name of a provider for users. */
  nameOf: (providerId: string) => string | null
  loadAccountSteps: () => Promise<AccountSteps>
}

/** What the sign-in buttons do for an account that needs another sign-in method. Its script is fetched then. */
export function createLinkingHelp(deps: LinkingHelpDeps) {
  const { store, pendingLinks, tell, showMethods } = deps

  function link(credential: PendingCredential): void {
    const otherwise = (error: unknown): void => tell(error, ask(credential), () => link(credential))
    show(store, { name: 'loading' })
    void withLinks((links) => links.link(credential), otherwise)
  }

  /**
   * Explains how to sign in, and that the credential is linked then. It is a notice, because nothing has failed.
   *
   * @param failure is shown beside it
   */
  function explainAccount(credential: PendingCredential, failure: RepeatableFailure | null): void {
    const otherwise = (error: unknown): void =>
      tell(error, (other) => ask(credential)(failure ?? other))
    void withLinks((links) => links.explainAccount(credential, failure), otherwise)
  }

  /** @param isNewest whether the user has started no other attempt since */
  function explainGuest(error: GuestAccountUsed, isNewest: () => boolean): void {
    // The newer attempt counts, and a message about the older one would hide it.
    pendingLinks.forget()
    const otherwise = (): void => {
      if (isNewest()) tell(error, showMethods)
    }
    void withLinks((links) => links.explainGuest(error, isNewest), otherwise)
  }

  function openLinkSteps(): void {
    const isNewest = deps.beginAttempt(null)
    const otherwise = (error: unknown): void => {
      if (isNewest()) tell(error, (failure) => showError(store, failure), openLinkSteps)
    }
    void withLinks((links) => links.openSteps(isNewest), otherwise)
  }

  /** A shorter explanation, if the script of the notice cannot be fetched. */
  function ask(credential: PendingCredential): (failure: RepeatableFailure) => void {
    const providerId = originalMethod(credential, deps.methods)
    const method = providerId && deps.nameOf(providerId)
    const key = method === null ? 'LINK_BY_USED_METHOD' : 'LINK_BY_FIRST_METHOD'
    const account = { email: credential.email, method }
    return (failure) => showMethods({ ...failure, key, account, action: 'options' })
  }

  /** @param otherwise called if a script cannot be fetched */
  async function withLinks(
    act: (links: LinkAttempts) => Promise<void>,
    otherwise: (error: unknown) => void,
  ): Promise<void> {
    try {
      const { linkAttempts } = await deps.loadAccountSteps()
      await act(linkAttempts({ ...deps, explainAccount }))
    } catch (error) {
      otherwise(error)
    }
  }

  return { link, explainAccount, explainGuest, openLinkSteps }
}
