import type { Page } from '@playwright/test'
import { leaveUntold } from './untold.ts'

/** Opens the page of a deployment that is configured otherwise in these keys. */
export async function configure(page: Page, changes: Readonly<Record<string, unknown>>) {
  await leaveUntold(page)
  await page.route('**/config.json*', async (route) => {
    const response = await route.fetch()
    const config = (await response.json()) as object
    await route.fulfill({ response, json: { ...config, ...changes } })
  })
}
