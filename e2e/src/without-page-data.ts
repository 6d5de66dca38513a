import type { FlowPage } from './engines/api/flow.ts'

/** Removes the project and the config from the HTML, as if the server had neither. The page then requests them itself. */
export async function removePageData(page: FlowPage) {
  await page.addInitScript(() => {
    // The observer runs after each chunk of the HTML, before the scripts in it.
    new MutationObserver(() => {
      for (const name of ['data-project', 'data-config', 'data-checked-at']) {
        document.documentElement.removeAttribute(name)
      }
      for (const template of document.querySelectorAll('template[id^="prerendered"]')) {
        template.remove()
      }
    }).observe(document, { childList: true, subtree: true })
  })
}
