import { isSameEmail } from '@foyer/contract/email-address'
import { provableProviders } from '@foyer/contract/sign-in-methods'
import type { User, UserCredential } from '@foyer/iap-sign-in'
import type { AccountService } from '../account-service/account-service.ts'
import { CodedError, codeOf } from '../errors/coded-error.ts'
import { withoutRetry } from '../errors/failure.ts'
import type { TellFailure } from '../errors/failure.ts'
import type { PendingCredential, TenantAuth } from '../identity/identity.ts'
import type { PendingLinks } from '../sign-in/pending-links.ts'
import { show } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'

interface LinkingDeps {
  store: SignInStore
  pendingLinks: PendingLinks
  accountService: Pick<AccountService, 'customToken'>
  tell: TellFailure
}

/**
 * Links two sign-in methods to one account (C10): at once if the account service confirms the user, otherwise after the
 * user has signed in with the original method.
 */
export function createLinking({ store, pendingLinks, accountService, tell }: LinkingDeps) {
  /**
   * Signs in to the account of the user who has the credential, and links the credential to it.
   * @throws if the account service does not confirm the user. The credential then stays pending.
   */
  async function linkByProof(
    auth: TenantAuth,
    credential: PendingCredential,
  ): Promise<UserCredential> {
    const { accessToken, providerId } = credential
    // The account service could not verify it, and nobody should get a token that they do not need.
    if (accessToken === null || !provableProviders.includes(providerId)) {
      throw new CodedError('address-unproven')
    }
    const token = await accountService.customToken(accessToken, auth.tenantId)
    const owner = await auth.signInWithCustomToken(token)
    await linkPending(auth, owner, credential)
    return owner
  }

  /** Links the pending credential to the account that the user has signed in to, or shows that this failed. */
  async function linkPending(
    auth: TenantAuth,
    { user }: UserCredential,
    credential: PendingCredential,
  ): Promise<void> {
    pendingLinks.forget()
    if (!user) return
    for (;;) {
      try {
        // Only to the account with this email address, because the user may have signed in to another account.
        if (!hasAddress(user, credential.email)) throw new CodedError('link-other-account')
        return await auth.link(user, credential)
      } catch (error) {
        if (codeOf(error) === 'auth/provider-already-linked') return
        if (!(await isTriedAgain(error))) return
      }
    }
  }

  /** The user is signed in, only the link failed. They read that, and retry or continue without it. */
  function isTriedAgain(error: unknown): Promise<boolean> {
    return new Promise((resolve) => {
      tell(
        error,
        (failure) => {
          const key = failure.key === 'LINK_OTHER_ACCOUNT' ? failure.key : 'LINK_FAILED'
          show(
            store,
            { name: 'linkFailed', failure: { ...withoutRetry(failure), key } },
            { goOn: () => resolve(false), retry: failure.retry },
          )
        },
        () => {
          show(store, { name: 'loading' })
          resolve(true)
        },
      )
    })
  }

  return { linkByProof, linkPending }
}

function hasAddress(user: User, email: string): boolean {
  return 'email' in user && typeof user.email === 'string' && isSameEmail(user.email, email)
}
