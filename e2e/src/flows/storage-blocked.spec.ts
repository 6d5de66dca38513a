import { test } from '../engines/test.ts'
import { accounts } from '../accounts.ts'
import { expectInApplication, openProtected, signInWith } from '../journeys.ts'
import { stack } from '../stack.ts'

test('a sign-in works with storage blocked (ST-01c, ST-03a)', async ({ page }) => {
  await page.addInitScript(() => {
    // The page's own origin alone: the provider's page stands for another site.
    if (location.pathname.startsWith('/emulator/')) return
    for (const name of ['localStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
    }
  })
  await openProtected(page, `${stack.gate}/blocked`)
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/blocked`, accounts.ordinary)
})
