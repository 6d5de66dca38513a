import type { Page } from '@playwright/test'

/** Opens the page as a server sends it that knows nothing of the project yet: it has to ask by itself. */
export async function leaveUntold(page: Page) {
  await page.addInitScript(() => {
    // It hears of each piece of the HTML before a script in it is run.
    new MutationObserver(() => {
      for (const name of ['data-project', 'data-checked-at']) {
        document.documentElement.removeAttribute(name)
      }
      for (const template of document.querySelectorAll('template[id^="prerendered"]')) {
        template.remove()
      }
    }).observe(document, { childList: true, subtree: true })
  })
}
