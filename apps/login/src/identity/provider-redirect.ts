import { providers } from '@foyer/contract/sign-in-methods'
import { version } from 'firebase/package.json'
import type { SignInOptions } from './identity.ts'

interface Departure {
  apiKey: string
  appName: string
  authDomain: string
  emulatorUrl: string | undefined
  tenantId: string | null
  options: SignInOptions
  /** The URL of this page, to which the user returns. */
  returnUrl: string
}

/**
 * The URL to which the SDK's `signInWithRedirect` redirects: the identity service's own page, which redirects to the
 * provider.
 */
export function providerUrl(departure: Departure): string {
  const { apiKey, appName, authDomain, emulatorUrl, tenantId, options, returnUrl } = departure
  const helperPage =
    emulatorUrl === undefined
      ? `https://${authDomain}/__/auth/handler`
      : `${emulatorUrl}/emulator/auth/handler`
  const provider = providers[options.method]
  const parameters = {
    apiKey,
    appName,
    authType: 'signInViaRedirect',
    redirectUrl: returnUrl,
    v: version,
    providerId: options.method,
    customParameters: JSON.stringify(customParametersOf(options)),
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
export function customParametersOf(options: SignInOptions): Record<string, string> {
  const { method, loginHint, languageCode } = options
  return {
    [providers[method].languageParameter]: languageCode.replaceAll('_', '-'),
    // Without it, Google signs in the only account at once, and a user who chose the wrong one cannot choose another.
    prompt: 'select_account',
    ...(loginHint !== null && { login_hint: loginHint }),
  }
}
