import { isSameEmail } from '@foyer/contract/email-address'
import type { AccountService } from '../account-service/account-service.ts'
import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import type { Identity } from '../identity/identity.ts'
import type { LinkPending, LinkSignIn, ManualSignIn } from '../sign-in/account-steps.ts'
import type { TakenToken } from '../sign-in/manual-token.ts'
import { begin, isBusy, show, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { ArrivedLink } from '../sign-in/arrived-link.ts'
import type { AskedLinks } from '../sign-in/asked-links.ts'
import { readLink } from '../sign-in/read-link.ts'

export interface LinkSignInDeps {
  identity: Identity
  store: SignInStore
  accountService: Pick<AccountService, 'redeemSignInLink'>
  askedLinks: AskedLinks
  arrivedLink: ArrivedLink
  tell: TellFailure
  signInManually: (token: TakenToken, tid: string | null) => Promise<ManualSignIn | null>
  linkPending: LinkPending
  /** Fetches the script of the screen. */
  loadScreen: () => Promise<void>
}

/**
 * Signs in with a link that was opened (K6). Only a press of the button uses it, because email scanners open links.
 * Links the credential that was pending when the link was requested from this browser.
 */
export function createLinkSignIn(deps: LinkSignInDeps) {
  const { identity, store, accountService, askedLinks, arrivedLink, tell } = deps

  /** Resolves to a custom token, after any number of presses. */
  function untilUsed(link: string, email: string, providerId: string | null): Promise<string> {
    return new Promise((resolve, reject) => {
      const press = async (): Promise<void> => {
        if (isBusy(store.getState())) return
        begin(store)
        try {
          // Every press has the same key, because a response may be lost after the server has used the link.
          resolve(await accountService.redeemSignInLink(link, arrivedLink.press))
        } catch (error) {
          const say = (failure: RepeatableFailure): void => {
            if (failure.action === 'retry') return showError(store, failure)
            // The result would be the same after a reload.
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
    await deps.loadScreen()
    const customToken = await untilUsed(link, email, credential?.providerId ?? null)
    // The user has pressed the button for this account, so only another stored account needs a question.
    const manual = await deps.signInManually({ customToken, isOwn: true }, null)
    const isOwner = manual !== null && 'uid' in manual.user && manual.user.uid === uid
    if (credential && isOwner) {
      await deps.linkPending(identity.authOf(tenantId), manual, credential)
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
