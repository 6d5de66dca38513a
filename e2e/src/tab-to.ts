import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** Presses Tab until the target has the focus, at most 15 times. Each focused element must have a visible outline. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 15; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
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
