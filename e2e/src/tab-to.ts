import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** As many presses as a patient person would make; each must move the focus somewhere visible. */
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
