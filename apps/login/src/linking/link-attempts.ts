import type { UserCredential } from '@foyer/iap-sign-in'
import type { ErrorKey } from '../errors/error-table.ts'
import type { PendingCredential, TenantAuth } from '../identity/identity.ts'
import type { LinkSteps, OpenLinkSteps } from '../sign-in-link/link-steps.ts'
import type { LinkAttempts, LinkAttemptsParts } from '../sign-in/account-steps.ts'
import type { PendingLinks } from '../sign-in/pending-links.ts'
import { show } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'

/** What is wrong with the account itself is so by every method. */
const brokenAccount: ReadonlySet<ErrorKey> = new Set(['USER_DISABLED', 'SECOND_FACTOR'])

interface Surroundings {
  store: SignInStore
  pendingLinks: PendingLinks
  linkByProof: (auth: TenantAuth, credential: PendingCredential) => Promise<UserCredential>
  loadLinkSteps: () => Promise<OpenLinkSteps>
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
