import type { Page } from '@playwright/test'

/**
 * Changes the page as a browser's translator does: replaces each text node by two nested elements, now and
 * whenever the page changes. The text itself stays, so that tests can find it.
 */
export async function translate(page: Page) {
  await page.addInitScript(() => {
    const replaceTexts = () => {
      const root = document.querySelector('#root')
      if (!root) return
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (text) =>
        text.parentElement?.tagName === 'FONT'
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_ACCEPT,
      )
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.append(text.data)
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    new MutationObserver(replaceTexts).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
}
