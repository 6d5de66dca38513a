import { providers } from '@foyer/contract/sign-in-methods'
import { version } from 'firebase/package.json'
import type { SignInWish } from './identity.ts'

interface Departure {
  apiKey: string
  appName: string
  authDomain: string
  emulatorUrl: string | undefined
  tenantId: string | null
  wish: SignInWish
  /** The URL of this page, to which the user returns. */
  returnAddress: string
}

/**
 * The URL to which the SDK's `signInWithRedirect` redirects: the identity service's own page, which redirects to the
 * provider.
 */
export function providerAddress(departure: Departure): string {
  const { apiKey, appName, authDomain, emulatorUrl, tenantId, wish, returnAddress } = departure
  const helperPage =
    emulatorUrl === undefined
      ? `https://${authDomain}/__/auth/handler`
      : `${emulatorUrl}/emulator/auth/handler`
  const provider = providers[wish.method]
  const parameters = {
    apiKey,
    appName,
    authType: 'signInViaRedirect',
    redirectUrl: returnAddress,
    v: version,
    providerId: wish.method,
    customParameters: JSON.stringify(customParametersOf(wish)),
    ...('scope' in provider && { scopes: provider.scope }),
    ...(tenantId !== null && { tid: tenantId }),
  }
  const query = Object.entries(parameters).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return `${helperPage}?${query.join('&')}`
}

/**
 * A key and a value in the tab's storage. With them, `getRedirectResult` knows after the return that the user left for
 * a provider.
 */
export function pendingRedirect(apiKey: string, appName: string): readonly [string, string] {
  return [`firebase:pendingRedirect:${apiKey}:${appName}`, JSON.stringify('true')]
}

/** The parameters for the provider itself. */
export function customParametersOf(wish: SignInWish): Record<string, string> {
  const { method, loginHint, languageCode } = wish
  return {
    [providers[method].languageParameter]: languageCode.replaceAll('_', '-'),
    // Without it, Google signs in the only account at once, and a user who chose the wrong one cannot choose another.
    prompt: 'select_account',
    ...(loginHint !== null && { login_hint: loginHint }),
  }
}
