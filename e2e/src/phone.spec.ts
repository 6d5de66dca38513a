import { expect, test } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, signInWith } from './journeys.ts'
import {
  wrongCodeFor,
  awaitCode,
  codeField,
  expectInApplicationByPhone,
  newPhone,
  numberField,
  openPhone,
  reachCode,
  sendCode,
  watchPhoneCalls,
} from './phone.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

const url = `${stack.gate}/phone?x=1`

test('the caret stays where the user types in a phone number (PH-18, PH-19)', async ({ page }) => {
  await openPhone(page, url)
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

test('after a wrong code the right one may be pasted with spaces, and is submitted only once (SM-05a)', async ({
  page,
  context,
}) => {
  const phone = newPhone()
  const calls = watchPhoneCalls(page)
  await openPhone(page, url)
  await reachCode(page, phone)
  const code = await awaitCode(phone)
  await codeField(page).fill(wrongCodeFor(code))
  await expect(codeField(page)).toHaveAccessibleDescription(texts.en.wrongCode)
  await expect(codeField(page)).toBeFocused()
  await paste(page, context, ` ${code.split('').join(' ')}\n`)
  await page.keyboard.press('Enter')
  await expectInApplicationByPhone(page, url)
  expect(calls.tried).toEqual([wrongCodeFor(code), code])
})

test('a new code can be requested only after a wait, also after a reload, and replaces the first (SM-07a)', async ({
  page,
}) => {
  const phone = newPhone()
  const calls = watchPhoneCalls(page)
  await page.clock.install()
  await openPhone(page, url)
  await reachCode(page, phone)
  await page.reload()
  const resend = page.getByRole('button', { name: texts.en.resendCode })
  await expect(resend).toBeDisabled()
  await page.clock.fastForward(61_000)
  await resend.click()
  await expect(resend).toBeDisabled()
  await expect(codeField(page)).toBeFocused()
  const second = await awaitCode(phone, { count: 2 })
  await codeField(page).fill(second)
  await expectInApplicationByPhone(page, url)
  expect(calls.tried).toEqual([second])
})

test('from each phone step the user can go back and sign in with another method', async ({
  page,
}) => {
  const back = page.getByRole('button', { name: texts.en.backToOptions })
  await openPhone(page, url)
  await back.click()
  await page.getByRole('button', { name: texts.en.phone }).click()
  await reachCode(page, newPhone())
  await back.click()
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)
})

test('a phone number stays in the form while the network is down, and is sent once it is back (NW-03b)', async ({
  page,
  context,
}) => {
  const phone = newPhone()
  await openPhone(page, url)
  await context.setOffline(true)
  await sendCode(page, phone)
  await expect(page.getByRole('alert').first()).toContainText('could not be reached')
  await expect(numberField(page)).toHaveValue(phone.national)
  await context.setOffline(false)
  await page.getByRole('button', { name: texts.en.sendCode }).click()
  await codeField(page).fill(await awaitCode(phone))
  await expectInApplicationByPhone(page, url)
})

async function paste(page: Page, context: BrowserContext, text: string) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+V')
}

async function repeat(times: number, act: () => Promise<unknown>) {
  for (let time = 0; time < times; time += 1) await act()
}
