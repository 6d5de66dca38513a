import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, signInButton, signInWith } from './journeys.ts'
import { watchMoves } from './engines/moves.ts'
import { newPhone, numberField, openPhone, phoneCalls, sendCode } from './phone.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

const url = `${stack.gate}/phone-edges`

test('a number of eighteen digits does not make the page scroll sideways at 320 px (PH-24c)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await openPhone(page, url)
  await sendCode(page, { ...newPhone(), national: '380000000000000000' })
  await expect(page.getByRole('alert').filter({ hasText: 'character limitation' })).toBeVisible()
  await expect(numberField(page)).toHaveValue('380000000000000000')
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth).toBe(clientWidth)
  expect(clientWidth).toBe(320)
})

test('a phone step that is idle for a minute causes no error (SM-15a)', async ({ page }) => {
  const errors: string[] = []
  // Playwright reports an unhandled rejection as an error of the page.
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.clock.install()
  await openPhone(page, url)
  await page.clock.runFor(60_000)
  await expect(numberField(page)).toBeVisible()
  expect(errors).toEqual([])
})

test('a user whose region is not enabled for text messages gets a message that moves no control, and signs in with another method (SM-16b)', async ({
  page,
}) => {
  await page.route(phoneCalls.send, (route) =>
    route.fulfill({
      status: 400,
      json: {
        error: {
          code: 400,
          message:
            'OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer.',
        },
      },
    }),
  )
  const moves = await watchMoves(page.context())
  await openPhone(page, url)
  await sendCode(page, newPhone())
  await expect(
    page.getByRole('alert').filter({ hasText: 'Text messages cannot be sent' }),
  ).toBeVisible()
  expect(moves()).toEqual([])
  await page.getByRole('button', { name: texts.en.backToOptions }).click()
  await expect(signInButton(page, 'microsoft')).toBeEnabled()
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)
})
