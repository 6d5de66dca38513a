import type { UserCredential } from '@foyer/iap-sign-in'
import type { ErrorKey } from '../errors/error-table.ts'
import type { PendingCredential, TenantAuth } from '../identity/identity.ts'
import type { LinkSteps, OpenLinkSteps } from '../sign-in/open-link-steps.ts'
import type { LinkAttempts, LinkAttemptsDeps } from '../sign-in/account-steps.ts'
import type { PendingLinks } from '../sign-in/pending-links.ts'
import { show } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'

/** Errors that every sign-in method would report, because they are about the account itself. */
const brokenAccount: ReadonlySet<ErrorKey> = new Set(['USER_DISABLED', 'SECOND_FACTOR'])

interface LinkingFeatureDeps {
  store: SignInStore
  pendingLinks: PendingLinks
  linkByProof: (auth: TenantAuth, credential: PendingCredential) => Promise<UserCredential>
  loadLinkSteps: () => Promise<OpenLinkSteps>
}

/**
 * Links a credential that cannot sign in by itself, or explains to the user what to do. Rejects if the script of the
 * explanation cannot be fetched.
 */
export function createLinkAttempts(
  { store, pendingLinks, linkByProof, loadLinkSteps }: LinkingFeatureDeps,
  deps: LinkAttemptsDeps,
): LinkAttempts {
  const { auth, showMethods, tell } = deps

  async function link(credential: PendingCredential): Promise<void> {
    show(store, { name: 'loading' })
    try {
      const owner = await linkByProof(auth, credential)
      // The user pressed this provider's button, although a custom token signs them in.
      deps.lastMethod.note(credential.providerId)
      await deps.finish(owner)
    } catch (error) {
      tell(
        error,
        (failure) => {
          if (brokenAccount.has(failure.key)) {
            pendingLinks.forget()
            return showMethods(failure)
          }
          pendingLinks.keep({ credential, tenantId: auth.tenantId, isRefused: true })
          // A transient failure is shown beside the explanation. Any other failure is covered by the explanation.
          deps.explainAccount(credential, failure.retry ? failure : null)
        },
        () => void link(credential),
      )
    }
  }

  async function openSteps(): Promise<LinkSteps> {
    const open = await loadLinkSteps()
    return open({ ...deps, pending: pendingLinks.recall(auth.tenantId)?.credential ?? null })
  }

  return {
    link,
    explainAccount: async (credential, failure) =>
      (await openSteps()).explainAccount(credential, failure),
    async explainGuest({ guest }, isWanted) {
      const steps = await openSteps()
      if (isWanted()) steps.explainGuest(guest)
    },
    async openSteps(isWanted) {
      const steps = await openSteps()
      if (isWanted()) steps.start()
    },
  }
}
