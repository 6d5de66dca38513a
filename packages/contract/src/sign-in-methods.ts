interface Provider {
  /** As people know it. */
  name: string
  /** The key of its button in the messages, `signIn.KEY` of `sign-in.json`. */
  label: string
  /** The parameter by which it takes the language of its pages (A12); the SDK passes none on by itself. */
  languageParameter: string
  /** What the SDK asks it for unless told otherwise. */
  scope?: string
}

/** The providers that a deployment may offer, by their ids at Identity Platform. */
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

/** The methods that have a button, in the order in which messages to operators name them. */
export const buttonMethods = [...providerIds, 'phone'] as const

export type SignInMethod = (typeof buttonMethods)[number]

/** The key of a method's button in the messages. */
export function labelOf(method: SignInMethod) {
  return method === 'phone' ? method : providers[method].label
}

export function isProvider(id: string): id is ProviderMethod {
  return Object.hasOwn(providers, id)
}
