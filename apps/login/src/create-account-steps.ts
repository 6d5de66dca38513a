import { openAccountService } from './account-service/open-account-service.ts'
import type { SafeStorage } from './browser/safe-storage.ts'
import type { AccountSteps, StepsShown } from './sign-in/account-steps.ts'
import type { ArrivedLink } from './sign-in/arrived-link.ts'
import { createAskedLinks } from './sign-in/asked-links.ts'
import type { User } from '@foyer/iap-sign-in'
import { isEmailLink } from './email-link/read-email-link.ts'
import { createLinkSignIn } from './sign-in-link/link-sign-in.ts'
import { readLink } from './sign-in/read-link.ts'
import { mustReplacePassword } from './password/password-claim.ts'
import { isListed } from './inline/signed-in-list.ts'
import { isNewAccount } from './first-login/new-account-claim.ts'
import { createFirstLogin } from './first-login/first-login.ts'
import { unlessRejected } from './first-login/unless-rejected.ts'
import { createLinkAttempts } from './linking/link-attempts.ts'
import { createLinking } from './linking/linking.ts'
import { createChooseTenant } from './sign-in/choose-tenant.ts'
import type { ChooseTenantDeps } from './sign-in/choose-tenant.ts'
import { createManualSignIn } from './custom-token/manual-sign-in.ts'
import type { ManualSignInDeps } from './custom-token/manual-sign-in.ts'
import type { ScreensPart } from './page/screens-part.ts'
import type { LastTenant } from './sign-in/last-tenant.ts'
import type { PendingLinks } from './sign-in/pending-links.ts'

export interface AccountStepsDeps
  extends
    Omit<ManualSignInDeps, 'loadScreen'>,
    StepsShown,
    Omit<ChooseTenantDeps, 'isSignedInTo' | 'loadFindCompany'> {
  lastTenant: LastTenant
  pendingLinks: PendingLinks
  /** The storage of the whole browser. */
  storage: SafeStorage
  arrivedLink: ArrivedLink
  /** The time limit of a request to our server in milliseconds (H1). */
  answerLimitMs: number
  /** Loads the screens, which fetch the scripts of the features. */
  openScreens: () => Promise<
    Pick<
      ScreensPart,
      'loadLinkSteps' | 'loadFindCompany' | 'loadChoosePassword' | 'loadOpenedEmailLink'
    >
  >
}

/** Combines the features that only some sign-ins need. Their script is fetched then. */
export function createAccountSteps(deps: AccountStepsDeps): AccountSteps {
  const accountService = openAccountService(deps.config, deps.answerLimitMs)
  const loadLinkSteps = async () => (await deps.openScreens()).loadLinkSteps(deps.config)
  const loadScreen = async (): Promise<void> => void (await loadLinkSteps())
  const signInManually = createManualSignIn({ ...deps, loadScreen })
  const linking = createLinking({ ...deps, accountService })
  const choosePassword = async () =>
    (await (await deps.openScreens()).loadChoosePassword(deps.config))(deps)
  const setUp = createFirstLogin({
    ...deps,
    accountService,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
  const completeFirstLogin = async (user: User): Promise<void> => {
    const result = await user.getIdTokenResult()
    if (mustReplacePassword(result)) {
      await (await choosePassword()).atFirstSignIn(user)
      if (!isNewAccount(result)) return
    }
    return setUp(user)
  }
  const signInByLink = createLinkSignIn({
    ...deps,
    askedLinks: createAskedLinks(deps.storage, () => deps.date().getTime()),
    accountService,
    signInManually,
    linkPending: linking.linkPending,
    loadScreen,
  })
  return {
    completeFirstLogin: (user) => unlessRejected(completeFirstLogin(user), location.search),
    signInManually,
    async signInByLink(link) {
      if (isEmailLink(link)) {
        const open = await (await deps.openScreens()).loadOpenedEmailLink(deps.config)
        return open(deps)(link)
      }
      return readLink(link).use === undefined
        ? signInByLink(link)
        : (await choosePassword()).byLink(link)
    },
    linkAttempts: (buttons) =>
      createLinkAttempts({ ...deps, loadLinkSteps, linkByProof: linking.linkByProof }, buttons),
    chooseTenant: createChooseTenant({
      ...deps,
      loadFindCompany: async () => (await deps.openScreens()).loadFindCompany(deps),
      isSignedInTo: (tid) => isListed(tid, () => localStorage),
    }),
    ...linking,
  }
}
