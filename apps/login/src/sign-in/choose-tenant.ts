import type { Config } from '@foyer/contract/config'
import { servesTid } from '@foyer/contract/served-tenants'
import { tenantIdOf } from '@foyer/iap-sign-in'
import type { SelectedTenantInfo } from '@foyer/iap-sign-in'
import type { OpenConfig } from '../config/open-config.ts'
import type { ChooseTenant } from './account-steps.ts'
import type { LastTenant } from './last-tenant.ts'
import { tenantChoice as choiceOf } from './named-tenant.ts'
import type { FindCompany } from './open-find-company.ts'
import { show } from './store.ts'
import type { SignInStore } from './store.ts'
import type { NotedChoice } from './tenant-choice.ts'

export interface ChooseTenantDeps extends Pick<OpenConfig, 'withTenants'> {
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

  return async (tids, isCurrent): Promise<SelectedTenantInfo> => {
    const last = lastTenant.recall()
    const config = await deps.withTenants(tids)
    if (config.listTenants === false) {
      const findCompany = await deps.loadFindCompany()
      return findCompany({ tids, last, opensDirectly, isCurrent })
    }
    const lastUsed = tids.length > 1 ? (tids.find((tid) => tid === last) ?? null) : null
    if (lastUsed !== null && opensDirectly(config, lastUsed)) {
      return { tenantId: tenantIdOf(lastUsed) }
    }
    if (tids.length > 1) tenantChoice.note()
    return new Promise((resolve) => {
      if (!isCurrent()) return
      const ordered = lastUsed === null ? tids : [lastUsed, ...tids.filter((id) => id !== lastUsed)]
      const tenants = ordered.map((id) => choiceOf(config, id))
      show(
        store,
        { name: 'chooseTenant', tenants, lastUsed: lastUsed ?? undefined },
        { chooseTenant: (tid) => resolve({ tenantId: tenantIdOf(tid) }) },
      )
    })
  }
}
