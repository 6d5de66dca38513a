import { expect, test } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, openProtected, signInWith } from './journeys.ts'
import {
  anotherThan,
  awaitCode,
  codeField,
  countryField,
  deniz,
  expectInApplicationByPhone,
  newTelephone,
  numberField,
  openPhone,
  reachCode,
  sendCode,
  watchPhoneCalls,
} from './phone.ts'
import { stack } from './stack.ts'
import { tabTo } from './tab-to.ts'
import { words } from './words.ts'

const url = `${stack.gate}/phone?x=1`

test.describe('a user signs in with a phone number', () => {
  test('and is in the application, at the URL that was opened (F9)', async ({ page }) => {
    const calls = watchPhoneCalls(page)
    await openPhone(page, url)
    await reachCode(page, deniz)
    await expect(page.getByRole('status').first()).toHaveText(
      words.en.codeSent.replace('{phone}', '+90 555 000 00 01'),
    )
    const code = await awaitCode(deniz)
    await codeField(page).fill(code)
    await expectInApplicationByPhone(page, url)
    expect(calls).toEqual({ sent: [deniz.e164], tried: [code] })
  })

  test('with the keyboard alone', async ({ page }) => {
    const telephone = newTelephone()
    await openProtected(page, url)
    await tabTo(page, page.getByRole('button', { name: words.en.phone }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Enter your phone number' })).toBeFocused()
    await tabTo(page, countryField(page))
    await page.keyboard.type('Tür')
    await expect(countryField(page)).toHaveValue('TR')
    await tabTo(page, numberField(page))
    await page.keyboard.type(telephone.national)
    await page.keyboard.press('Enter')
    await expect(codeField(page)).toBeFocused()
    await page.keyboard.type(await awaitCode(telephone))
    await expectInApplicationByPhone(page, url)
  })
})

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

test('after a wrong code the right one is understood as it is pasted, and confirmed once, however it is submitted (SM-05a)', async ({
  page,
  context,
}) => {
  const telephone = newTelephone()
  const calls = watchPhoneCalls(page)
  await openPhone(page, url)
  await reachCode(page, telephone)
  const code = await awaitCode(telephone)
  await codeField(page).fill(anotherThan(code))
  await expect(codeField(page)).toHaveAccessibleDescription(words.en.wrongCode)
  await expect(codeField(page)).toBeFocused()
  await paste(page, context, ` ${code.split('').join(' ')}\n`)
  await page.keyboard.press('Enter')
  await expectInApplicationByPhone(page, url)
  expect(calls.tried).toEqual([anotherThan(code), code])
})

test('another code has to be waited for, also after a reload, and replaces the first (SM-07a)', async ({
  page,
}) => {
  const telephone = newTelephone()
  const calls = watchPhoneCalls(page)
  await page.clock.install()
  await openPhone(page, url)
  await reachCode(page, telephone)
  await page.reload()
  const resend = page.getByRole('button', { name: words.en.resendCode })
  await expect(resend).toBeDisabled()
  await page.clock.fastForward(61_000)
  await resend.click()
  await expect(resend).toBeDisabled()
  await expect(codeField(page)).toBeFocused()
  const second = await awaitCode(telephone, { count: 2 })
  await codeField(page).fill(second)
  await expectInApplicationByPhone(page, url)
  expect(calls.tried).toEqual([second])
})

test('each phone step leads back to the other sign-in methods, and one of them signs in', async ({
  page,
}) => {
  const back = page.getByRole('button', { name: words.en.backToOptions })
  await openPhone(page, url)
  await back.click()
  await page.getByRole('button', { name: words.en.phone }).click()
  await reachCode(page, newTelephone())
  await back.click()
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)
})

test('without a network the number stays, and is sent once there is one (NW-03b)', async ({
  page,
  context,
}) => {
  const telephone = newTelephone()
  await openPhone(page, url)
  await context.setOffline(true)
  await sendCode(page, telephone)
  await expect(page.getByRole('alert').first()).toContainText('could not be reached')
  await expect(numberField(page)).toHaveValue(telephone.national)
  await context.setOffline(false)
  await page.getByRole('button', { name: words.en.sendCode }).click()
  await codeField(page).fill(await awaitCode(telephone))
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
