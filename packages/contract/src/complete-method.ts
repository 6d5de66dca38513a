import { idOf, isProvider, settingsOf } from './sign-in-methods.ts'
import type { Method, ProviderSettings } from './sign-in-methods.ts'

// Only servers use this file, so that the page's script has nothing about providers that a deployment does not offer.

interface KnownProvider extends ProviderSettings {
  /** Only the config has the name of a company's provider. */
  name?: string
}

/** The other providers that Identity Platform knows by name. */
const others: ReadonlyMap<string, KnownProvider> = new Map(
  Object.entries({
    'apple.com': { name: 'Apple', languageParameter: 'locale' },
    'facebook.com': { name: 'Facebook', languageParameter: 'locale' },
    'github.com': {
      name: 'GitHub',
      loginHintKey: 'login',
      customParameters: { prompt: 'select_account' },
    },
    'twitter.com': { name: 'X', languageParameter: 'lang' },
    'yahoo.com': { name: 'Yahoo', languageParameter: 'language' },
  }),
)

/** As OpenID Connect has them. */
const openIdConnect: KnownProvider = {
  languageParameter: 'ui_locales',
  loginHintKey: 'login_hint',
}

/** The providers that a deployment may offer besides those of companies. */
export const namedProviders = ['google.com', 'microsoft.com', ...others.keys()]

/** The method with everything that the page needs to know about its provider. */
export function completeMethod(method: Method): Method {
  const id = idOf(method)
  const known = id.startsWith('oidc.') ? openIdConnect : others.get(id)
  if (!isProvider(id) || known === undefined) return method
  const { name, customParameters, ...settings } = known
  const own = settingsOf(id, [method])
  return {
    provider: id,
    ...(name !== undefined && { label: { en: name, tr: name } }),
    ...settings,
    ...own,
    ...(customParameters && {
      customParameters: { ...customParameters, ...own?.customParameters },
    }),
  }
}
