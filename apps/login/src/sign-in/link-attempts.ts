import type { UserCredential } from '@foyer/iap-sign-in'
import type { ErrorKey } from '../errors/error-table.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { GuestAccountUsed } from '../identity/guest-account-used.ts'
import type { PendingCredential, TenantAuth } from '../identity/identity.ts'
import type { LinkSteps, LinkStepsParts } from '../sign-in-link/link-steps.ts'
import type { LastMethod } from './last-method.ts'
import type { PendingLinks } from './pending-links.ts'
import { show } from './store.ts'
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
  showMethods: (failure: RepeatableFailure | null) => void
  explainAccount: (credential: PendingCredential, failure: RepeatableFailure | null) => void
}

/** What is wrong with the account itself is so by every method. */
const brokenAccount: ReadonlySet<ErrorKey> = new Set(['USER_DISABLED', 'SECOND_FACTOR'])

interface Surroundings {
  store: SignInStore
  pendingLinks: PendingLinks
  linkByProof: (auth: TenantAuth, credential: PendingCredential) => Promise<UserCredential>
  loadLinkSteps: () => Promise<OpenLinkSteps>
}

type ExplainAccount = (
  credential: PendingCredential,
  failure: RepeatableFailure | null,
) => Promise<void>

export interface LinkAttempts {
  /** Adds the credential by the account service's word, or explains how the user adds it (C10). */
  link: (credential: PendingCredential) => Promise<void>
  explainAccount: ExplainAccount
  explainGuest: (error: GuestAccountUsed) => Promise<void>
  /** Asks for the email address that a sign-in link goes to. */
  openSteps: () => Promise<void>
}

/**
 * What becomes of a credential that cannot sign in by itself, and of a user who has none. What rejects could not
 * be shown, because its script cannot be fetched.
 */
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
          parts.explainAccount(credential, failure.retry ? failure : null)
        },
        () => void link(credential),
      )
    }
  }

  async function openSteps(): Promise<LinkSteps> {
    const open = await loadLinkSteps()
    return open({ ...parts, pending: pendingLinks.recall(auth.tenantId)?.credential ?? null })
  }

  return {
    link,
    explainAccount: async (credential, failure) =>
      (await openSteps()).explainAccount(credential, failure),
    explainGuest: async ({ guest }) => (await openSteps()).explainGuest(guest),
    openSteps: async () => (await openSteps()).start(),
  }
}
