import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { openProtected } from './journeys.ts'
import { stack } from './stack.ts'
import { leaveUntold } from './untold.ts'
import { words } from './words.ts'

const url = `${stack.gate}/visual`

test('nothing that is shown moves on its own, from the first paint to the buttons (A1c)', async ({
  page,
}) => {
  await watchShifts(page)
  await openProtected(page, url)
  await page.evaluate(() => document.fonts.ready)
  expect(await shiftOf(page)).toBe(0)
})

test('the mark of the loading view stays where it is when the words under it arrive', async ({
  page,
}) => {
  await leaveUntold(page)
  await page.route('**/assets/flow-*.js', () => {})
  await page.goto(url, { waitUntil: 'commit' })
  const mark = page.locator('.loading .mark')
  await expect(mark).toBeVisible()
  await expect(page.getByRole('heading')).toBeVisible()
  const place = await mark.boundingBox()
  await page.evaluate(() => {
    for (const line of document.querySelectorAll('.loading-header, .loading-sub')) line.remove()
  })
  expect(await mark.boundingBox()).toEqual(place)
})

test('on a desktop the content leaves room for the language list, beside a panel of full height', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openProtected(page, url)
  await expect(page.locator('.main')).toHaveCSS('padding-top', '80px')
  await expect(page.locator('.brand')).toHaveCSS('height', '800px')
  await expect(page.locator('.page')).toHaveCSS('grid-template-rows', '800px')
})

test('the typeface has every Turkish letter, plain and bold (TR-06)', async ({ page }) => {
  await openProtected(page, url, 'en')
  const missing = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('There is no canvas.')
    const { fontFamily } = getComputedStyle(document.body)
    const drawn = (text: string, weight: number) => {
      context.clearRect(0, 0, canvas.width, canvas.height)
      context.font = `${weight} 60px ${fontFamily}`
      context.fillText(text, 10, 80)
      return context.getImageData(0, 0, canvas.width, canvas.height).data.join()
    }
    return [400, 700].flatMap((weight) => {
      const nothing = drawn(' ', weight)
      // No font draws what is no letter.
      const box = drawn('\u{10FFFE}', weight)
      return 'İĞŞÜÖÇIığşüöçi'
        .split('')
        .filter((letter) => [nothing, box].includes(drawn(letter, weight)))
    })
  })
  expect(missing).toEqual([])
})

test('no words are put into capitals by style, so that each i stays the letter it is (TR-04)', async ({
  page,
}) => {
  await openProtected(page, url)
  await page.getByRole('combobox', { name: words.en.language }).click()
  await page.getByRole('option', { name: 'Türkçe' }).click()
  await expect(page.getByRole('button', { name: words.tr.microsoft })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
  const changed = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => getComputedStyle(element).textTransform !== 'none')
      .map((element) => element.outerHTML.slice(0, 80)),
  )
  expect(changed).toEqual([])
})

test('the language list covers nothing at 320 px, open or closed', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await openProtected(page, url)
  const selector = page.getByRole('combobox', { name: words.en.language })
  const name = page.getByRole('complementary').locator('.brand-logo span')
  // Once more where the screens' script has just drawn them anew.
  await expect(async () => {
    const [button, text] = [await selector.boundingBox(), await name.boundingBox()]
    if (!button || !text) throw new Error('The language list or the name is not shown.')
    expect(text.x + text.width).toBeLessThanOrEqual(button.x)
  }).toPass()

  await selector.click()
  await expect(selector).toHaveAttribute('aria-expanded', 'true')
  const last = await page.getByRole('option').last().boundingBox()
  if (!last) throw new Error('The list is not open.')
  expect(last.x).toBeGreaterThanOrEqual(0)
  expect(last.x + last.width).toBeLessThanOrEqual(320)
  await page.keyboard.press('Escape')
  await expect(selector).toHaveAttribute('aria-expanded', 'false')
})

test('on paper the words are dark, and what can only be pressed is left out', async ({ page }) => {
  await openProtected(page, url)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('combobox', { name: words.en.language })).toBeHidden()
  await expect(page.getByText('©')).toHaveCSS('color', 'rgb(0, 0, 0)')
})

async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.sum += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
}
