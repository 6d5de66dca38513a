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
  /** Of this page, to which the user comes back. */
  returnAddress: string
}

/**
 * Where the SDK's `signInWithRedirect` sends a user: the identity service's own page, which hands over
 * to the provider.
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

/** By which `getRedirectResult` knows on the way back that somebody left: a key and its value in the tab's storage. */
export function pendingRedirect(apiKey: string, appName: string): readonly [string, string] {
  return [`firebase:pendingRedirect:${apiKey}:${appName}`, JSON.stringify('true')]
}

/** What is asked of the provider itself. */
export function customParametersOf(wish: SignInWish): Record<string, string> {
  const { method, loginHint, languageCode } = wish
  return {
    [providers[method].languageParameter]: languageCode.replaceAll('_', '-'),
    // Without it Google takes the only account at once, and a user who picked a wrong one never
    // gets to pick another.
    prompt: 'select_account',
    ...(loginHint !== null && { login_hint: loginHint }),
  }
}
