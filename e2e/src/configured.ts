import type { FlowPage } from './engines/api/flow.ts'
import { removePageData } from './without-page-data.ts'

/** Changes these keys of the deployment's config. */
export async function configure(page: FlowPage, changes: Readonly<Record<string, unknown>>) {
  await removePageData(page)
  await page.route('**/config.json*', async (route) => {
    const response = await route.fetch()
    const config = (await response.json()) as object
    await route.fulfill({ json: { ...config, ...changes } })
  })
}
