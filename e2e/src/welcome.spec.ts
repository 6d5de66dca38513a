import { expect, test } from '@playwright/test'
import { signInButton } from './journeys.ts'
import { signInRequest } from './requests.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

test('the welcome URL shows its text from the first frame, and a user who need not wait is taken to the buttons at / (A2a, A2c)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = []
    const record = () => {
      const text = document.body?.innerText.trim()
      if (text) seen.push(`${location.pathname} ${text}`)
      if (seen.length < 1000) requestAnimationFrame(record)
    }
    requestAnimationFrame(record)
    Object.assign(window, { seen })
  })
  const request = new URL(signInRequest())
  await page.goto(`${stack.login}/welcome${request.search}`)
  await expect(signInButton(page, 'google')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(new URL(page.url()).search).toBe(request.search)
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[])
  expect(seen[0]).toContain(`/welcome ${texts.en.welcome}`)
  expect(
    seen.filter((text) => text.startsWith('/welcome') && !text.includes(texts.en.welcome)),
  ).toEqual([])
  expect(seen.join()).not.toContain(texts.en.title)
})
