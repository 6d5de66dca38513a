import type { Page } from '@playwright/test'

/**
 * Does to the page what a browser's translator does: each text becomes an element in an element, at once
 * and whenever the page changes. The words stay, so that tests find them.
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
