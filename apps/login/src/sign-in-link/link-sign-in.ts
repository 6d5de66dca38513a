import { isSameEmail } from '@foyer/contract/email-address'
import type { AccountService } from '../account-service/account-service.ts'
import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import type { Identity, PendingCredential, TenantAuth } from '../identity/identity.ts'
import type { ManualSignIn } from '../sign-in/manual-sign-in.ts'
import type { TakenToken } from '../sign-in/manual-token.ts'
import { begin, isBusy, show, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { ArrivedLink } from './arrived-link.ts'
import type { AskedLinks } from './asked-links.ts'
import { readLink } from './read-link.ts'

export interface LinkSignInParts {
  identity: Identity
  store: SignInStore
  accountService: Pick<AccountService, 'redeemSignInLink'>
  askedLinks: AskedLinks
  arrivedLink: ArrivedLink
  tell: TellFailure
  signInManually: (token: TakenToken, tid: string | null) => Promise<ManualSignIn | null>
  linkPending: (
    auth: TenantAuth,
    credential: { user: ManualSignIn['user'] },
    pending: PendingCredential,
  ) => Promise<void>
  /** Fetches the script of the screen. */
  loadScreen: () => Promise<void>
}

export interface LinkSignIn {
  /** Null where another account is stored and the user chose to stay with it. */
  manual: ManualSignIn | null
  /** The sign-in request to return to; null where this browser asked for no link. */
  search: string | null
  /** The provider that was to be connected. */
  providerId: string | null
}

/**
 * Signs in by a link that was opened (K6): at a press of the button, never by opening, because mail
 * scanners open links. Connects what this browser wanted connected when it asked for this very link.
 */
export function createLinkSignIn(parts: LinkSignInParts) {
  const { identity, store, accountService, askedLinks, arrivedLink, tell } = parts

  /** Resolves with a custom token, however many presses that takes. */
  function untilUsed(link: string, email: string, providerId: string | null): Promise<string> {
    return new Promise((resolve, reject) => {
      const press = async (): Promise<void> => {
        if (isBusy(store.getState())) return
        begin(store)
        try {
          // The same for every press: an answer may be lost after the server has used the link.
          resolve(await accountService.redeemSignInLink(link, arrivedLink.press))
        } catch (error) {
          const say = (failure: RepeatableFailure): void => {
            if (failure.action === 'retry') return showError(store, failure)
            // It would come to the same after a reload.
            arrivedLink.forget()
            reject(error)
          }
          tell(error, say, () => void press())
        }
      }
      show(store, { name: 'signInLink', email, providerId }, { useLink: () => void press() })
    })
  }

  return async (link: string): Promise<LinkSignIn> => {
    const { id, uid, tenantId, email } = readLink(link)
    const asked = askedLinks.recall(tenantId)
    const mine = asked?.id === id ? asked : null
    const credential =
      mine?.credential && isSameEmail(mine.credential.email, email) ? mine.credential : null
    await parts.loadScreen()
    const customToken = await untilUsed(link, email, credential?.providerId ?? null)
    // The user has pressed for this very account, so only another stored account is a question.
    const manual = await parts.signInManually({ customToken, isOwn: true }, null)
    const isOwner = manual !== null && 'uid' in manual.user && manual.user.uid === uid
    if (credential && isOwner) {
      await parts.linkPending(identity.authOf(tenantId), manual, credential)
    }
    if (mine) askedLinks.forget()
    arrivedLink.forget()
    return {
      manual,
      search: mine?.search ?? null,
      providerId: isOwner ? (credential?.providerId ?? null) : null,
    }
  }
}
