import { expect, test } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { accounts } from './accounts.ts'
import { watchMoves } from './engines/moves.ts'
import { expectInApplication, signInButton, signInWith } from './journeys.ts'
import {
  wrongCodeFor,
  awaitCode,
  codeField,
  countryField,
  expectInApplicationByPhone,
  newPhone,
  numberField,
  openPhone,
  phoneCalls,
  reachCode,
  sendCode,
  watchPhoneCalls,
} from './phone.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

const url = `${stack.gate}/phone?x=1`

test('a number that was typed stays after a minute and without a network, and a new code after a wait, a reload and a wrong code signs in, submitted once (NW-03b, SM-15a)', async ({
  page,
  context,
}) => {
  const phone = newPhone()
  const calls = watchPhoneCalls(page)
  const errors: string[] = []
  // Playwright reports an unhandled rejection as an error of the page.
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.clock.install()

  await test.step('an idle step', async () => {
    await openPhone(page, url)
    await page.clock.runFor(60_000)
    await expect(numberField(page)).toBeVisible()
    expect(errors).toEqual([])
  })

  await test.step('no network', async () => {
    await context.setOffline(true)
    await sendCode(page, phone)
    await expect(page.getByRole('alert').first()).toContainText('could not be reached')
    await expect(numberField(page)).toHaveValue(phone.national)
    await context.setOffline(false)
    await page.getByRole('button', { name: texts.en.sendCode }).click()
  })

  const first = await awaitCode(phone)
  await test.step('a wrong code', async () => {
    await codeField(page).fill(wrongCodeFor(first))
    await expect(codeField(page)).toHaveAccessibleDescription(texts.en.wrongCode)
    await expect(codeField(page)).toBeFocused()
  })

  await test.step('a new code, also after a reload, only after a wait', async () => {
    await page.reload()
    const resend = page.getByRole('button', { name: texts.en.resendCode })
    await expect(resend).toBeDisabled()
    await page.clock.fastForward(61_000)
    await resend.click()
    await expect(resend).toBeDisabled()
    await expect(codeField(page)).toBeFocused()
  })

  await test.step('the new code, pasted with spaces', async () => {
    const second = await awaitCode(phone, { count: 2 })
    await paste(page, context, ` ${second.split('').join(' ')}\n`)
    await page.keyboard.press('Enter')
    await expectInApplicationByPhone(page, url)
    expect(calls.tried).toEqual([wrongCodeFor(first), second])
  })
})

test('a phone number keeps the caret and does not make the page scroll sideways at 320 px, a region that is not enabled moves no control, and the user can sign in with another method (PH-24c, SM-16b)', async ({
  page,
}) => {
  const moves = await watchMoves(page.context())
  await page.setViewportSize({ width: 320, height: 568 })
  await openPhone(page, url)

  await test.step('the caret', async () => {
    await numberField(page).fill('+90 555 000 00 01')
    await numberField(page).press('Home')
    await repeat('+90 5'.length, () => page.keyboard.press('ArrowRight'))
    await repeat(2, () => page.keyboard.press('Delete'))
    await page.keyboard.type('32')
    await expect(numberField(page)).toHaveValue('+90 532 000 00 01')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('0555')
    await expect(numberField(page)).toHaveValue('0555')
  })

  await test.step('a number of eighteen digits', async () => {
    await sendCode(page, { national: '380000000000000000' })
    await expect(page.getByRole('alert').filter({ hasText: 'character limitation' })).toBeVisible()
    await expect(numberField(page)).toHaveValue('380000000000000000')
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return { scrollWidth, clientWidth }
    })
    expect(scrollWidth).toBe(clientWidth)
    expect(clientWidth).toBe(320)
  })

  const back = page.getByRole('button', { name: texts.en.backToOptions })
  await test.step('a region that is not enabled', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
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
    await sendCode(page, newPhone())
    await expect(
      page.getByRole('alert').filter({ hasText: 'Text messages cannot be sent' }),
    ).toBeVisible()
    expect(moves()).toEqual([])
    await back.click()
    await expect(signInButton(page, 'microsoft')).toBeEnabled()
    await page.unroute(phoneCalls.send)
  })

  await test.step('back from the code, and another method', async () => {
    await page.getByRole('button', { name: texts.en.phone }).click()
    await countryField(page).selectOption('TR')
    await reachCode(page, newPhone())
    await back.click()
    await signInWith(page, accounts.ordinary)
    await expectInApplication(page, url, accounts.ordinary)
  })
})

async function paste(page: Page, context: BrowserContext, text: string) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+V')
}

async function repeat(times: number, act: () => Promise<unknown>) {
  for (let time = 0; time < times; time += 1) await act()
}
