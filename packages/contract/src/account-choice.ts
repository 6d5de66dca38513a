import { isProvider, providerSettings, settingsOf } from './sign-in-methods.ts'
import type { Method } from './sign-in-methods.ts'

/**
 * Whether a provider brings back the same account at once, while the user is signed in there. The page asks some providers to
 * let the user choose an account.
 *
 * @param methods as the page knows them, with their parameters
 */
export function bringsSameAccount(id: string, methods: readonly Method[]): boolean {
  if (!isProvider(id)) return false
  const { customParameters = {} } = providerSettings(id, settingsOf(id, methods))
  return !/select_account|login/.test(customParameters['prompt'] ?? '')
}
