import type { FlowPage } from './engines/api/flow.ts'

/** Removes the project's data from the HTML, as if the server did not have it yet. The page then looks the project up itself. */
export async function removePageData(page: FlowPage) {
  await page.addInitScript(() => {
    // The observer runs after each chunk of the HTML, before the scripts in it.
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
