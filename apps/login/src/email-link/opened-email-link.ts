import type { AccountService } from '../account-service/account-service.ts'
import type { TellFailure } from '../errors/failure.ts'
import type { Identity } from '../identity/identity.ts'
import type { LinkSignIn } from '../sign-in/account-steps.ts'
import type { ArrivedLink } from '../sign-in/arrived-link.ts'
import type { Screen } from '../sign-in/screen.ts'
import { begin, isBusy, show, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { AskedLinks } from '../sign-in/asked-links.ts'
import type { PendingEmailLinks } from './pending-email-link.ts'
import { readEmailLink } from './read-email-link.ts'

/** What an opened link needs from the sign-in. */
export interface OpenedEmailLinkNeeds {
  identity: Pick<Identity, 'storedAccounts'>
  arrivedLink: ArrivedLink
  tell: TellFailure
}

export interface OpenedEmailLinkDeps extends OpenedEmailLinkNeeds {
  store: SignInStore
  accountService: Pick<AccountService, 'emailLinkCode' | 'refuseEmailLink'>
  askedLinks: Pick<AskedLinks, 'recall' | 'forget'>
  pending: Pick<PendingEmailLinks, 'keep'>
}

/** Resolves in the browser that has requested the link, when the user has pressed the button. */
export type OpenEmailLink = (link: string) => Promise<LinkSignIn>

type Use = Extract<Screen, { name: 'openedEmailLink' }>['use']

/**
 * Shows an opened link of the method `emailLink` (K6). Opening it uses nothing, because mail scanners open links. In the
 * browser that has requested it, a press returns to the sign-in request, where `email-link-steps.ts` signs in. In any other
 * browser, it shows the code for the one that waits.
 */
export function createOpenedEmailLink(deps: OpenedEmailLinkDeps): OpenEmailLink {
  const { store, accountService, askedLinks, arrivedLink, pending, tell } = deps

  return async (link) => {
    const { id, tenantId, email, origin } = readEmailLink(link)
    const asked = askedLinks.recall(tenantId)
    const secret = asked?.id === id ? asked.secret : undefined

    return new Promise((resolve, reject) => {
      const showUse = (use: Use, press: () => Promise<void>): void =>
        show(
          store,
          { name: 'openedEmailLink', email, origin, use },
          { useLink: () => void attempt(press), refuseLink: () => void attempt(refuse) },
        )

      async function attempt(work: () => Promise<void>): Promise<void> {
        if (isBusy(store.getState())) return
        begin(store)
        try {
          await work()
        } catch (error) {
          tell(
            error,
            (failure) => {
              if (failure.action === 'retry') return showError(store, failure)
              // The result would be the same after a reload.
              arrivedLink.forget()
              reject(error)
            },
            () => void attempt(work),
          )
        }
      }

      async function showCode(): Promise<void> {
        const code = await accountService.emailLinkCode(link)
        showUse({ name: 'code', code }, showCode)
      }

      async function refuse(): Promise<void> {
        const name = await accountService.refuseEmailLink(link)
        arrivedLink.forget()
        showUse({ name }, refuse)
      }

      if (asked === null || secret === undefined) return showUse({ name: 'elsewhere' }, showCode)
      showUse({ name: 'here' }, async () => {
        const opened = { link, press: arrivedLink.press }
        pending.keep({ method: 'emailLink', tenantId, email, id, secret, resendAt: 0, opened })
        const stored = await deps.identity.storedAccounts().catch(() => [null])
        askedLinks.forget()
        arrivedLink.forget()
        const isStored = stored.some((account) => account === null || account.tenantId === tenantId)
        const search = isStored ? withNewSignIn(asked.search) : asked.search
        resolve({ manual: null, search, providerId: null })
      })
    })
  }
}

/** The same request (C4). Otherwise the account that is stored in this browser would be used, and not that of the link. */
function withNewSignIn(search: string): string {
  const parameters = new URLSearchParams(search)
  parameters.set('mode', 'reauth')
  return `?${parameters.toString()}`
}
