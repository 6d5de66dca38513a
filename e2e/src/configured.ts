import type { FlowPage } from './engines/api/flow.ts'
import { removePageData } from './without-page-data.ts'

interface ConfigDocument {
  tenants?: Record<string, object>
}

/** Changes these keys of a tenant's entry in the config. */
export async function configureTenant(page: FlowPage, tenantId: string, changes: object) {
  await changeConfig(page, (config) => {
    const { [tenantId]: tenant, ...others } = config.tenants ?? {}
    const changed = tenant && { [tenantId]: { ...tenant, ...changes } }
    return { ...config, tenants: { ...others, ...changed } }
  })
}

/** Changes these keys of the deployment's config. */
export async function configure(page: FlowPage, changes: Readonly<Record<string, unknown>>) {
  await changeConfig(page, (config) => ({ ...config, ...changes }))
}

async function changeConfig(page: FlowPage, change: (config: ConfigDocument) => object) {
  await removePageData(page)
  await page.route('**/config.json*', async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    const config = (await response.json()) as ConfigDocument
    await route.fulfill({ json: change(config) })
  })
}
