import { tenantIdOf } from '@foyer/iap-sign-in'
import type { SelectedTenantInfo } from '@foyer/iap-sign-in'
import type { OpenConfig } from '../config/open-config.ts'
import { tenantChoice } from './named-tenant.ts'
import { show } from './store.ts'
import type { SignInStore } from './store.ts'

/** Asks the user to choose one of the request's tenants. */
export async function chooseTenant(
  tenantIds: readonly string[],
  config: Pick<OpenConfig, 'withTenants'>,
  store: SignInStore,
): Promise<SelectedTenantInfo> {
  const { screen } = store.getState()
  const named = await config.withTenants(tenantIds)
  return new Promise((resolve) => {
    // The user went Back before the names arrived, and another request is shown.
    if (store.getState().screen !== screen) return
    const tenants = tenantIds.map((id) => tenantChoice(named, id))
    show(
      store,
      { name: 'chooseTenant', tenants },
      { chooseTenant: (tid) => resolve({ tenantId: tenantIdOf(tid) }) },
    )
  })
}
