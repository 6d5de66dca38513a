import { isSameEmail } from '@foyer/contract/email-address'
import type { User, UserCredential } from '@foyer/iap-sign-in'
import type { AccountService } from '../account-service/account-service.ts'
import { CodedError, codeOf } from '../errors/coded-error.ts'
import { withoutRetry } from '../errors/failure.ts'
import type { TellFailure } from '../errors/failure.ts'
import type { PendingCredential, TenantAuth } from '../identity/identity.ts'
import type { PendingLinks } from '../sign-in/pending-links.ts'
import { show } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'

interface LinkingParts {
  store: SignInStore
  pendingLinks: PendingLinks
  accountService: Pick<AccountService, 'customToken'>
  tell: TellFailure
}

/** Two ways into one account (C10): at once where the account service vouches, otherwise by the first way. */
export function createLinking({ store, pendingLinks, accountService, tell }: LinkingParts) {
  /**
   * Signs in to the account that the credential's holder owns, and adds the credential to it.
   * @throws when the account service does not vouch for the holder; the credential then stays pending
   */
  async function linkByProof(
    auth: TenantAuth,
    credential: PendingCredential,
  ): Promise<UserCredential> {
    const token = await accountService.customToken(credential.accessToken, auth.tenantId)
    const owner = await auth.signInWithCustomToken(token)
    await linkPending(auth, owner, credential)
    return owner
  }

  /** Adds what is pending to the account that the user came in to, or says that it was not done. */
  async function linkPending(
    auth: TenantAuth,
    { user }: UserCredential,
    credential: PendingCredential,
  ): Promise<void> {
    pendingLinks.forget()
    if (!user) return
    for (;;) {
      try {
        // Only to the account that the identity service meant: a user may come back as another.
        if (!hasAddress(user, credential.email)) throw new CodedError('link-other-account')
        return await auth.link(user, credential)
      } catch (error) {
        if (codeOf(error) === 'auth/provider-already-linked') return
        if (!(await isTriedAgain(error))) return
      }
    }
  }

  /** The user is who they say; what failed is a comfort. They read it, and try again or go on. */
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
