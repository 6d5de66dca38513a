import type { Config } from '@foyer/contract/config'
import { servesTid } from '@foyer/contract/served-tenants'
import { tenantIdOf } from '@foyer/iap-sign-in'
import type { SelectedTenantInfo } from '@foyer/iap-sign-in'
import type { OpenConfig } from '../config/open-config.ts'
import type { ChooseTenant, StepsShown } from './account-steps.ts'
import type { CommandHandlers } from './commands.ts'
import { shownAtOnce } from './company-step.ts'
import type { LastTenant } from './last-tenant.ts'
import { tenantChoice as choiceOf } from './named-tenant.ts'
import type { FindCompany } from './open-find-company.ts'
import type { Screen } from './screen.ts'
import { show, showError } from './store.ts'
import type { SignInStore } from './store.ts'
import type { NotedChoice } from './tenant-choice.ts'

export interface ChooseTenantDeps
  extends Pick<OpenConfig, 'withTenants'>, Pick<StepsShown, 'tell'> {
  store: SignInStore
  lastTenant: Pick<LastTenant, 'recall'>
  tenantChoice: Pick<NotedChoice, 'isNoted' | 'note'>
  /** Fetches the script that finds a company which is not listed. */
  loadFindCompany: () => Promise<FindCompany>
  /** Whether an account of this tenant may be stored. */
  isSignedInTo: (tid: string) => boolean
}

/**
 * Asks the user to choose one of the request's companies. The company used last is the first one. If its buttons will
 * be shown, they come first, and lead back to the list (decision 27).
 */
export function createChooseTenant(deps: ChooseTenantDeps): ChooseTenant {
  const { store, lastTenant, tenantChoice } = deps

  /** An account that is stored would sign in with no press, and the user could not choose another company. */
  function opensDirectly(config: Config, lastUsed: string): boolean {
    const isFirst = !tenantChoice.isNoted() && tenantChoice.note()
    return isFirst && servesTid(config.tenants, lastUsed) && !deps.isSignedInTo(lastUsed)
  }

  /** Of thousands of companies, the names of the others are requested while the user sees the first ones. */
  function showChoice(
    ordered: readonly string[],
    config: Config,
    handlers: CommandHandlers,
    lastUsed?: string,
  ) {
    const choiceFrom = (current: Config): Screen => ({
      name: 'chooseTenant',
      tenants: ordered.map((id) => choiceOf(current, id)),
      lastUsed,
    })
    const screen = choiceFrom(config)
    const isShown = () => store.getState().screen === screen
    async function nameOthers(): Promise<void> {
      try {
        const named = choiceFrom(await deps.withTenants(ordered))
        if (isShown()) store.setState({ screen: named })
      } catch (error) {
        const tryAgain = () => {
          store.setState({ progress: { name: 'idle' } })
          void nameOthers()
        }
        if (isShown()) deps.tell(error, (failure) => showError(store, failure), tryAgain)
      }
    }
    show(store, screen, handlers)
    if (ordered.length > shownAtOnce) void nameOthers()
  }

  return async (tids, isCurrent): Promise<SelectedTenantInfo> => {
    const last = lastTenant.recall()
    const lastUsed = tids.length > 1 ? tids.find((tid) => tid === last) : undefined
    const ordered = lastUsed === undefined ? tids : [lastUsed, ...tids.filter((id) => id !== last)]
    const config = await deps.withTenants(ordered.slice(0, shownAtOnce))
    if (config.listTenants === false) {
      const findCompany = await deps.loadFindCompany()
      return findCompany({ tids, last, opensDirectly, isCurrent })
    }
    if (lastUsed !== undefined && opensDirectly(config, lastUsed)) {
      return { tenantId: tenantIdOf(lastUsed) }
    }
    if (tids.length > 1) tenantChoice.note()
    return new Promise((resolve) => {
      if (!isCurrent()) return
      const handlers = { chooseTenant: (tid: string) => resolve({ tenantId: tenantIdOf(tid) }) }
      showChoice(ordered, config, handlers, lastUsed)
    })
  }
}
