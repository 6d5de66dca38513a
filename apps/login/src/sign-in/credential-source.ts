import { isOfTenant } from '@foyer/iap-sign-in'
import type { AuthenticationHandler, SelectedTenantInfo, UserCredential } from '@foyer/iap-sign-in'
import type { InAppBrowser } from '../browser/in-app-browser.ts'
import { withoutPressKey } from '../browser/note-names.ts'
import type { OpenConfig } from '../config/open-config.ts'
import { CodedError } from '../errors/coded-error.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import { GuestAccountUsed } from '../identity/guest-account-used.ts'
import type { SignedIn, TenantAuth } from '../identity/identity.ts'
import { InterruptedSignIn } from '../identity/interrupted-sign-in.ts'
import { LinkingNeeded } from '../identity/linking-needed.ts'
import { openMethodButtons } from './method-buttons.ts'
import type { MethodButtonsDeps, Returned } from './method-buttons.ts'

export interface CredentialSourceDeps extends Omit<
  MethodButtonsDeps,
  'config' | 'auth' | 'hint' | 'inApp' | 'languageCode' | 'accept' | 'onSignedIn'
> {
  config: Pick<OpenConfig, 'current'>
  /** Resolves to null in an ordinary browser. */
  inAppBrowser: () => Promise<InAppBrowser | null>
}

/** Gets the credential for the engine: from a provider, or from the sign-in buttons. */
export interface CredentialSource {
  /** Resolves to null if the user has not returned with an account. The buttons then show why. */
  returnFromProvider: (auth: TenantAuth) => Promise<UserCredential | null>
  /** @param wished the language of the provider's pages and the text message, if it is not the page's */
  askUser: (
    auth: TenantAuth,
    hint: SelectedTenantInfo | undefined,
    wished: Pick<AuthenticationHandler, 'languageCode'>,
  ) => Promise<UserCredential>
  /** Lets the next buttons show once why the previous sign-in failed. */
  explain: (failure: RepeatableFailure) => void
}

export function createCredentialSource(deps: CredentialSourceDeps): CredentialSource {
  const { pendingLinks } = deps
  let why: Returned = {}

  /** Rejects if the account cannot be used. */
  async function accept(auth: TenantAuth, credential: SignedIn): Promise<UserCredential> {
    const { user } = credential
    if (user === null) throw new CodedError('auth/null-user')
    if (!isOfTenant(user, auth.tenantId)) {
      await auth.signOut()
      throw new CodedError('account-of-other-tenant')
    }
    deps.tabStorage.remove(withoutPressKey)
    deps.lastMethod.note(credential.providerId)
    // A deployment may have kept accounts before.
    if (deps.config.current().rememberAccount === false) deps.lastAccount.forget()
    else deps.lastAccount.note(credential)
    const pending = pendingLinks.recall(auth.tenantId)
    if (pending) {
      const { linkPending } = await deps.loadAccountSteps()
      await linkPending(auth, credential, pending.credential)
    }
    return credential
  }

  async function noteFailedReturn(error: unknown, { tenantId }: TenantAuth): Promise<void> {
    if (error instanceof LinkingNeeded) {
      pendingLinks.keep({ credential: error.pending, tenantId, isRefused: false })
    } else if (error instanceof GuestAccountUsed) why.guest = error
    else {
      if (error instanceof InterruptedSignIn) why.interrupted = error.repeat
      why.lastFailure = await new Promise<RepeatableFailure>((resolve) => {
        deps.tell(error, resolve)
      })
    }
  }

  return {
    async returnFromProvider(auth) {
      try {
        const returned = await auth.redirectResult()
        return returned && (await accept(auth, returned))
      } catch (error) {
        await noteFailedReturn(error, auth)
        return null
      }
    },

    async askUser(auth, hint, wished) {
      const inApp = await deps.inAppBrowser()
      const config = deps.config.current()
      // It may be that of the companies from which the user has chosen this one.
      deps.store.setState({ config })
      return new Promise((resolve) => {
        openMethodButtons(
          {
            ...deps,
            config,
            auth,
            hint,
            inApp,
            languageCode: () => wished.languageCode ?? deps.shownLanguage(), // A12
            accept: (credential) => accept(auth, credential),
            onSignedIn: resolve,
          },
          why,
        )
        why = {}
      })
    },

    explain(failure) {
      why.lastFailure = failure
    },
  }
}
