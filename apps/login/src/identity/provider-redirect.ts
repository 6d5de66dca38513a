import { providerSettings } from '@foyer/contract/sign-in-methods'
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
  const scopes = scopesOf(options).join()
  const own = customParametersOf(options)
  const parameters = {
    apiKey,
    appName,
    authType: 'signInViaRedirect',
    redirectUrl: returnUrl,
    v: version,
    providerId: options.method,
    ...(Object.keys(own).length > 0 && { customParameters: JSON.stringify(own) }),
    ...(scopes !== '' && { scopes }),
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

/** The scopes to request. */
export function scopesOf({ method, settings }: SignInOptions): readonly string[] {
  return providerSettings(method, settings).scopes ?? []
}

/** The parameters for the provider itself. */
export function customParametersOf(options: SignInOptions): Record<string, string> {
  const { method, settings, loginHint, languageCode } = options
  const { languageParameter, loginHintKey, customParameters } = providerSettings(method, settings)
  return {
    ...(languageParameter && { [languageParameter]: languageCode.replaceAll('_', '-') }),
    ...customParameters,
    ...(loginHintKey && loginHint !== null && { [loginHintKey]: loginHint }),
  }
}
