import type { MethodSettings, ProviderMethod } from '@foyer/contract/sign-in-methods'
import type { WithoutPressDeps } from './without-press.ts'

/**
 * Shows the buttons, or goes to the only provider without a press if the config says so. The script for that is fetched
 * then.
 *
 * @param only the settings of the only method
 * @param start goes to the provider
 */
export function showOrLeave(
  only: MethodSettings | undefined,
  deps: Omit<WithoutPressDeps, 'start'>,
  start: (method: ProviderMethod) => void,
): void {
  const showMethods = (): void => deps.showMethods(deps.failure)
  if (!only?.immediate) return showMethods()
  import('./without-press.ts').then(
    ({ leaveWithoutPress }) => leaveWithoutPress({ ...deps, start: () => start(only.provider) }),
    showMethods,
  )
}
