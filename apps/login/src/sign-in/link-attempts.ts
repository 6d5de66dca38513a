import type { UserCredential } from '@foyer/iap-sign-in'
import type { ErrorKey } from '../errors/error-table.ts'
import type { Failure } from '../errors/failure.ts'
import type { GuestAccountUsed } from '../identity/guest-account-used.ts'
import type { PendingCredential, TenantAuth } from '../identity/identity.ts'
import type { LinkSteps, LinkStepsParts } from '../sign-in-link/link-steps.ts'
import type { LastMethod } from './last-method.ts'
import type { PendingLinks } from './pending-links.ts'
import { complain, show } from './store.ts'
import type { SignInStore } from './store.ts'

type StepsOfAttempt = Pick<
  LinkStepsParts,
  'auth' | 'methods' | 'pending' | 'tell' | 'showStep' | 'showNotice' | 'chooseAnother'
>

/** What is told and asked about sign-in links comes with a part of the script of its own. */
export type OpenLinkSteps = (parts: StepsOfAttempt) => LinkSteps

/** Of the sign-in buttons. */
export interface LinkAttemptsParts extends Omit<StepsOfAttempt, 'auth' | 'pending'> {
  auth: TenantAuth
  /** Takes the account of a credential; rejects when it cannot be taken. */
  finish: (credential: UserCredential) => Promise<void>
  lastMethod: Pick<LastMethod, 'note'>
  showMethods: (complaint: Failure | null) => void
}

/** What is wrong with the account itself is so by every method. */
const brokenAccount: ReadonlySet<ErrorKey> = new Set(['USER_DISABLED', 'SECOND_FACTOR'])

interface Surroundings {
  store: SignInStore
  pendingLinks: PendingLinks
  linkByProof: (auth: TenantAuth, credential: PendingCredential) => Promise<UserCredential>
  loadLinkSteps: () => Promise<OpenLinkSteps>
}

export interface LinkAttempts {
  /** Adds the credential by the account service's word, or explains how the user adds it (C10). */
  link: (credential: PendingCredential) => Promise<void>
  explainAccount: (credential: PendingCredential, failure: Failure | null) => void
  explainGuest: (error: GuestAccountUsed) => void
  /** Asks for the address that a sign-in link goes to. */
  openSteps: () => void
}

/** What becomes of a credential that cannot sign in by itself, and of a user who has none. */
export function createLinkAttempts(
  { store, pendingLinks, linkByProof, loadLinkSteps }: Surroundings,
  parts: LinkAttemptsParts,
): LinkAttempts {
  const { auth, showMethods, tell } = parts

  async function link(credential: PendingCredential): Promise<void> {
    show(store, { name: 'loading' })
    try {
      const owner = await linkByProof(auth, credential)
      // The account at the provider has led here, though a custom token signs in.
      parts.lastMethod.note(credential.providerId)
      await parts.finish(owner)
    } catch (error) {
      tell(
        error,
        (failure) => {
          if (brokenAccount.has(failure.key)) {
            pendingLinks.forget()
            return showMethods(failure)
          }
          pendingLinks.keep({ credential, tenantId: auth.tenantId, isRefused: true })
          // One that may pass is told beside the explanation; of the others that is all there is to tell.
          explainAccount(credential, failure.retry ? failure : null)
        },
        () => void link(credential),
      )
    }
  }

  /**
   * Nothing failed for the user: they are told how to sign in, and that the credential is connected then.
   *
   * @param failure what else is told
   */
  function explainAccount(credential: PendingCredential, failure: Failure | null): void {
    void withSteps(
      (steps) => steps.explainAccount(credential, failure),
      (error) =>
        tell(error, (other) =>
          showMethods({ ...(failure ?? other), key: 'LINK_BY_FIRST_METHOD', action: 'options' }),
        ),
    )
  }

  function explainGuest(error: GuestAccountUsed): void {
    void withSteps(
      (steps) => steps.explainGuest(error.guest),
      () => tell(error, showMethods),
    )
  }

  function openSteps(): void {
    void withSteps(
      (steps) => steps.start(),
      (error) => tell(error, (failure) => complain(store, failure), openSteps),
    )
  }

  /** @param otherwise where that part of the script cannot be had */
  async function withSteps(
    act: (steps: LinkSteps) => void,
    otherwise: (error: unknown) => void,
  ): Promise<void> {
    try {
      const open = await loadLinkSteps()
      const pending = pendingLinks.recall(auth.tenantId)?.credential ?? null
      act(open({ ...parts, pending }))
    } catch (error) {
      otherwise(error)
    }
  }

  return { link, explainAccount, explainGuest, openSteps }
}
