import type { User } from '@foyer/iap-sign-in'
import type { AccountService } from '../account-service/account-service.ts'
import { codeOf } from '../errors/coded-error.ts'
import type { TellFailure } from '../errors/failure.ts'
import type { Identity } from '../identity/identity.ts'
import type { LinkSignIn, ManualSignIn } from '../sign-in/account-steps.ts'
import type { ArrivedLink } from '../sign-in/arrived-link.ts'
import type { LastAccount } from '../sign-in/last-account.ts'
import type { AskedLinks } from '../sign-in/asked-links.ts'
import { readLink } from '../sign-in/read-link.ts'
import type { LinkPayload } from '../sign-in/read-link.ts'
import type { PendingResets } from './pending-reset.ts'
import { untilChosen } from './until-chosen.ts'
import type { UntilChosenDeps } from './until-chosen.ts'

/** What these steps need from the sign-in. */
export interface ChoosePasswordNeeds {
  identity: Identity
  arrivedLink: ArrivedLink
  lastAccount: Pick<LastAccount, 'forget'>
  tell: TellFailure
  /** Shows that the page is busy. */
  wait: () => void
}

export interface ChoosePasswordDeps extends ChoosePasswordNeeds, UntilChosenDeps {
  accountService: UntilChosenDeps['accountService'] & Pick<AccountService, 'firstPasswordLink'>
  askedLinks: Pick<AskedLinks, 'recall' | 'forget'>
  pending: Pick<PendingResets, 'forget'>
  randomId: () => string
  reload: () => void
}

export interface ChoosePassword {
  /** Chooses a password with the link in an email, and signs in with it. */
  byLink: (link: string) => Promise<LinkSignIn>
  /**
   * Replaces the password of a user who has just signed in to an account that was marked for it. Reloads the page,
   * which continues with the same sign-in request, because the earlier session has ended. Resolves only if there is no
   * password to replace.
   */
  atFirstSignIn: (user: User) => Promise<void>
}

/** Lets the user choose a new password (K1). Only a press of the button uses a link, because email scanners open links. */
export function createChoosePassword(deps: ChoosePasswordDeps): ChoosePassword {
  const { identity, accountService, askedLinks, pending, arrivedLink, tell, wait } = deps

  /** Null if more than the password is needed. The user then signs in as usual. */
  async function signIn(
    { email, tenantId, uid }: LinkPayload,
    password: string,
  ): Promise<ManualSignIn | null> {
    const stored = await identity.storedAccounts().catch(() => [])
    const isOwner = stored.some((account) => account?.uid === uid && account.tenantId === tenantId)
    try {
      const { user } = await identity.authOf(tenantId).signInWithPassword(email, password)
      // It may be another user's.
      deps.lastAccount.forget()
      return user && { user, isSwitch: stored.length > 0 && !isOwner }
    } catch {
      return null
    }
  }

  /** A deployment that offers passwords nowhere does not know the request. Without passwords, none must be replaced. */
  async function firstPasswordLink(idToken: string): Promise<string | null> {
    try {
      return await accountService.firstPasswordLink(idToken)
    } catch (error) {
      if (codeOf(error) === 'not-found') return null
      throw error
    }
  }

  return {
    async byLink(link) {
      const payload = readLink(link)
      const asked = askedLinks.recall(payload.tenantId)
      const mine = asked?.id === payload.id ? asked : null
      const password = await untilChosen(link, arrivedLink.press, deps).catch((error: unknown) => {
        // The result would be the same after a reload, unless the failure has a retry.
        tell(error, ({ action }) => {
          if (action !== 'retry') arrivedLink.forget()
        })
        throw error
      })
      arrivedLink.forget()
      if (mine) askedLinks.forget()
      // It may have been requested from this tab, whose step would be shown again.
      pending.forget()
      wait()
      const manual = await signIn(payload, password)
      return { manual, search: mine?.search ?? null, providerId: 'password' }
    },

    async atFirstSignIn(user) {
      wait()
      const link = await firstPasswordLink(await user.getIdToken(true))
      if (link === null) return
      const payload = readLink(link)
      const auth = identity.authOf(payload.tenantId)
      // Every other sign-in in this browser would lead here, until the account is signed out.
      const changeAccount = () => auth.signOut().finally(deps.reload)
      const password = await untilChosen(link, deps.randomId(), deps, changeAccount)
      wait()
      const signedIn = await signIn(payload, password)
      // The old session has ended, so the account that is stored is of no use.
      if (signedIn === null) await auth.signOut()
      deps.reload()
      return new Promise(() => {})
    },
  }
}
