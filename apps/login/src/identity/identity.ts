import type { Config, SignInMethod } from '@foyer/contract/config'
import type { Auth, UserCredential } from '@foyer/iap-sign-in'

/** The methods that lead over a provider's own page. */
export type ProviderMethod = Exclude<SignInMethod, 'phone'>

export interface SignInWish {
  method: ProviderMethod
  flow: 'redirect' | 'popup'
  /** The account that the application would like to see. */
  loginHint: string | null
  /** Of the provider's pages. */
  languageCode: string
}

/** The identity service. Whatever fails rejects with an error that has a `code`. */
export interface Identity {
  /** The same instance for the same tenant; `null` is the project itself. */
  authOf(tenantId: string | null): TenantAuth
}

/** One tenant's accounts. */
export interface TenantAuth extends Auth {
  readonly tenantId: string | null
  /**
   * The account with which the visitor came back from a provider's page, or null when this page load
   * is no such return. Asked again it gives the same answer.
   * @throws `redirect-result-timeout` after ten seconds
   */
  redirectResult(): Promise<UserCredential | null>
  /** With the redirect flow it leaves the page and never resolves. Call it from a click. */
  signIn(wish: SignInWish): Promise<UserCredential>
}

export type LoadIdentity = (config: Config) => Promise<Identity>
