import type { FlowPage } from './engines/api/flow.ts'

/** Holds the calls that set up an account until the returned function is called. */
export async function holdWelcome(page: FlowPage): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/welcome/start?*', async (route) => {
    await held
    // The page that asked may be gone.
    await route.continue().catch(() => {})
  })
  return release
}
