/** A method with a page of a provider of Identity Platform: `google.com`, `oidc.acme`. */
export type ProviderMethod = `${string}.${string}`

/** A method whose steps are on this page. */
export type StepMethod = 'phone' | 'password' | 'emailLink'

/** A method that has a button. */
export type SignInMethod = ProviderMethod | StepMethod

/** A text in each language of the page. */
export type Label = Readonly<Record<'en' | 'tr', string>>

/** What the page does at a provider. */
export interface ProviderSettings {
  readonly scopes?: string[]
  /** Parameters for the provider's own URL. */
  readonly customParameters?: Record<string, string>
  /** The parameter for the account to choose. */
  readonly loginHintKey?: string
  /** The parameter for the language of the provider's pages (A12). The SDK does not set it. */
  readonly languageParameter?: string
}

/** A method with settings of the deployment or the tenant. */
export interface MethodSettings extends ProviderSettings {
  readonly provider: ProviderMethod
  /** The name that users know. */
  readonly label?: Label
  /** An image on the button. */
  readonly icon?: string
  /** Whether the page goes to the provider without a press, if no other method is offered. */
  readonly immediate?: boolean
}

/** A method as the config has it: with its settings, or only its id. */
export type Method = SignInMethod | MethodSettings

/**
 * The providers that most deployments offer. What the page needs to know about others comes with the config
 * (`complete-method.ts`), so that its script does not grow with them.
 *
 * Without `prompt`, Google signs in the only account at once, and a user who chose the wrong one cannot choose another.
 */
const usual: Readonly<Record<string, ProviderSettings & { name: string }>> = {
  'google.com': {
    name: 'Google',
    scopes: ['profile'],
    languageParameter: 'hl',
    loginHintKey: 'login_hint',
    customParameters: { prompt: 'select_account' },
  },
  'microsoft.com': {
    name: 'Microsoft',
    languageParameter: 'ui_locales',
    loginHintKey: 'login_hint',
    customParameters: { prompt: 'select_account' },
  },
}

/** The providers whose access tokens prove to the account service who the user is (C10). */
export const provableProviders: readonly string[] = ['google.com', 'microsoft.com']

/** Whether a text is the id of a provider. The id of no other method has a dot. */
export function isProvider(id: string): id is ProviderMethod {
  return /^\w+\.[\w.-]+$/.test(id)
}

/** Whether a text is the id of a method that can have a button. */
export function isMethod(id: string): id is SignInMethod {
  return /^(?:phone|password|emailLink)$/.test(id) || isProvider(id)
}

export function idOf(method: Method): SignInMethod {
  return typeof method === 'string' ? method : method.provider
}

/** The settings of a method. Undefined if it has none. */
export function settingsOf(id: string, methods: readonly Method[]): MethodSettings | undefined {
  return methods.find(
    (method): method is MethodSettings => typeof method !== 'string' && method.provider === id,
  )
}

/** What the page does at a provider. The config adds to what is usual, or replaces it. */
export function providerSettings(
  id: ProviderMethod,
  own: MethodSettings | undefined,
): ProviderSettings {
  const { scopes = [], customParameters, ...others } = usual[id] ?? {}
  return {
    ...others,
    ...own,
    scopes: [...new Set([...scopes, ...(own?.scopes ?? [])])],
    customParameters: { ...customParameters, ...own?.customParameters },
  }
}

/** The name of a provider for users. Null if neither the config nor this page has one. */
export function nameOf(
  id: string,
  methods: readonly Method[],
  language: keyof Label,
): string | null {
  const ofPage = isProvider(id) ? usual[id]?.name : undefined
  return settingsOf(id, methods)?.label?.[language] ?? ofPage ?? null
}
