import { expect } from './engines/expect.ts'
import type { FlowLocator, FlowPage } from './engines/api/flow.ts'

/**
 * Presses Tab, or Shift+Tab, until the target has the focus, at most 15 times. Each focused element must have a visible
 * outline. It should not leave the page at its end: headless Firefox shows no outlines after that, on any page.
 */
export async function tabTo(page: FlowPage, target: FlowLocator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 15; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
    const outline = await page.evaluate(() => {
      const element = document.activeElement
      return element === null || element === document.body
        ? 'solid'
        : getComputedStyle(element).outlineStyle
    })
    expect(outline).not.toBe('none')
  }
  await expect(target).toBeFocused()
}
