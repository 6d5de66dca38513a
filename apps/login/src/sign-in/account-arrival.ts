import type { Config } from '@foyer/contract/config'
import type { User } from '@foyer/iap-sign-in'
import type { OpenConfig } from '../config/open-config.ts'
import { CodedError } from '../errors/coded-error.ts'
import type { Identity } from '../identity/identity.ts'
import type { AccountSteps, LinkSignIn, ManualSignIn, StepsShown } from './account-steps.ts'
import { endingSession } from './ending-session.ts'
import { isFirstLogin } from './first-login-claim.ts'
import type { ManualToken, TakenToken } from './manual-token.ts'
import type { Page } from './page.ts'

/** Sign-ins without a request of the application: by a custom token, by a link, by a stored account. */
export interface AccountArrival {
  config: OpenConfig
  identity: Identity
  loadSteps: () => Promise<AccountSteps>
  signInByToken: (token: TakenToken) => Promise<ManualSignIn | null>
  signInByLink: (link: string) => Promise<LinkSignIn>
  /** Creates the account of a new user (C9). */
  completeFirstLogin: (user: User) => Promise<void>
  /** Creates a new user's account, and then goes to the product, which creates a request. */
  goToProduct: (manual: ManualSignIn | null) => Promise<void>
}

/** Fetches the script of the steps that few sign-ins need. */
export type LoadAccountSteps = (
  config: OpenConfig,
  identity: Identity,
  shown: StepsShown,
) => Promise<AccountSteps>

interface AccountArrivalDeps {
  config: OpenConfig
  identity: Identity
  loadAccountSteps: LoadAccountSteps
  shown: StepsShown
  manualToken: Pick<ManualToken, 'remove'>
  page: Pick<Page, 'search'>
  toProduct: (config: Config, error: unknown, url?: string) => void
}

export function createAccountArrival(deps: AccountArrivalDeps): AccountArrival {
  const { config, identity, page } = deps
  const loadSteps = (): Promise<AccountSteps> => deps.loadAccountSteps(config, identity, deps.shown)

  async function completeFirstLogin(user: User): Promise<void> {
    const steps = await loadSteps()
    await steps.completeFirstLogin(user)
    deps.manualToken.remove()
  }

  return {
    config,
    identity,
    loadSteps,
    async signInByToken(token) {
      const steps = await loadSteps()
      return steps.signInManually(token, new URLSearchParams(page.search()).get('tid'))
    },
    async signInByLink(link) {
      const steps = await loadSteps()
      return steps.signInByLink(link)
    },
    completeFirstLogin,
    async goToProduct(manual) {
      const user = manual?.user ?? (await identity.authOf(null).currentUser())
      if (user && isFirstLogin(await user.getIdTokenResult())) await completeFirstLogin(user)
      const { productURL } = config.current()
      const url = manual?.isSwitch ? endingSession(productURL) : productURL
      deps.toProduct(config.current(), new CodedError('no-request'), url)
    },
  }
}
