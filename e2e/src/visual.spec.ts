import { expect, test } from '@playwright/test'
import { chooseLanguage, openProtected, signInButton } from './journeys.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

const url = `${stack.gate}/visual`

test('the first painted frame shows the sign-in buttons, on a slow machine too (A1b)', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.addInitScript(() => {
    const frames: { screen: string | undefined; isVisible: boolean }[] = []
    Object.assign(window, { recordedFrames: frames })
    requestAnimationFrame(function record() {
      const shown = document.querySelector<HTMLElement>('#root .page')
      if (shown)
        frames.push({ screen: shown.dataset['screen'], isVisible: shown.checkVisibility() })
      if (frames.length < 2) requestAnimationFrame(record)
    })
  })
  await openProtected(page, url)
  const frame = { screen: 'signInButtons', isVisible: true }
  const frames = () => page.evaluate(() => Reflect.get(window, 'recordedFrames') as unknown[])
  await expect.poll(frames).toEqual([frame, frame])
})

test('the language list fits on a desktop and at 320 px, a printed page has dark text, and in Turkish no style changes the case of a text and the typeface has every letter, regular and bold (TR-04, TR-06)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openProtected(page, url)
  await expect(page.locator('.main')).toHaveCSS('padding-top', '80px')
  await expect(page.locator('.brand')).toHaveCSS('height', '800px')
  await expect(page.locator('.page')).toHaveCSS('grid-template-rows', '800px')

  const selector = page.getByRole('combobox', { name: texts.en.language })
  await page.emulateMedia({ media: 'print' })
  await expect(selector).toBeHidden()
  await expect(page.getByText('©')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await page.emulateMedia({ media: 'screen' })

  await page.setViewportSize({ width: 320, height: 568 })
  await selector.click()
  await expect(selector).toHaveAttribute('aria-expanded', 'true')
  const name = page.getByRole('complementary').locator('.brand-logo span')
  const [button, text] = [await selector.boundingBox(), await name.boundingBox()]
  const last = await page.getByRole('option').last().boundingBox()
  if (!button || !text || !last) throw new Error('The open language list or the name is missing.')
  expect(text.x + text.width).toBeLessThanOrEqual(button.x)
  expect(last.x).toBeGreaterThanOrEqual(0)
  expect(last.x + last.width).toBeLessThanOrEqual(320)
  await page.keyboard.press('Escape')
  await expect(selector).toHaveAttribute('aria-expanded', 'false')

  await chooseLanguage(page, 'tr')
  await expect(signInButton(page, 'microsoft', 'tr')).toBeVisible()
  const changed = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => getComputedStyle(element).textTransform !== 'none')
      .map((element) => element.outerHTML.slice(0, 80)),
  )
  expect(changed).toEqual([])

  const missing = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('There is no canvas.')
    const { fontFamily } = getComputedStyle(document.body)
    const pixelsOf = (text: string, weight: number) => {
      context.clearRect(0, 0, canvas.width, canvas.height)
      context.font = `${weight} 60px ${fontFamily}`
      context.fillText(text, 10, 80)
      return context.getImageData(0, 0, canvas.width, canvas.height).data.join()
    }
    return [400, 700].flatMap((weight) => {
      const nothing = pixelsOf(' ', weight)
      // A code point that is no character, so the font shows its placeholder.
      const box = pixelsOf('\u{10FFFE}', weight)
      return 'İĞŞÜÖÇIığşüöçi'
        .split('')
        .filter((letter) => [nothing, box].includes(pixelsOf(letter, weight)))
    })
  })
  expect(missing).toEqual([])
})
