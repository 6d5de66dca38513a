interface Provider {
  /** The name that users know. */
  name: string
  /** The key of its button's message, `signIn.KEY` in `sign-in.json`. */
  label: string
  /** The URL parameter for the language of the provider's pages (A12). The SDK does not set it. */
  languageParameter: string
  /** The scope that the SDK requests by default. */
  scope?: string
}

/** The providers that a deployment may offer, by their provider ids. */
export const providers = {
  'google.com': {
    name: 'Google',
    label: 'google',
    languageParameter: 'hl',
    scope: 'profile',
  },
  'microsoft.com': {
    name: 'Microsoft',
    label: 'microsoft',
    languageParameter: 'ui_locales',
  },
} as const satisfies Record<string, Provider>

export type ProviderMethod = keyof typeof providers

export const providerIds = Object.keys(providers) as ProviderMethod[]

/** The methods that have a button, in the order in which messages for operators list them. */
export const buttonMethods = [...providerIds, 'phone'] as const

export type SignInMethod = (typeof buttonMethods)[number]

/** The key of a method's button in the messages. */
export function labelOf(method: SignInMethod) {
  return method === 'phone' ? method : providers[method].label
}

export function isProvider(id: string): id is ProviderMethod {
  return Object.hasOwn(providers, id)
}
