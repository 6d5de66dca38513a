import { expect, test } from '@playwright/test'
import type { BrowserContext, Page, Route } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, openProtected, signInWith } from './journeys.ts'
import {
  anotherThan,
  awaitCode,
  codeField,
  codesTo,
  countryField,
  deniz,
  expectInApplicationByPhone,
  newTelephone,
  numberField,
  openPhone,
  phoneCalls,
  reachCode,
  sendCode,
  watchPhoneCalls,
} from './phone.ts'
import { stack } from './stack.ts'
import { tabTo } from './tab-to.ts'
import { words } from './words.ts'

const url = `${stack.gate}/phone?x=1`

test.describe('a visitor signs in by telephone', () => {
  test('and is in the application, at the address asked for (F9)', async ({ page }) => {
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

  test('in Turkish, with Turkey chosen (D9i)', async ({ page }) => {
    const telephone = newTelephone()
    await page.addInitScript(() => localStorage.setItem('language', 'tr'))
    await openProtected(page, url, 'tr')
    await page.getByRole('button', { name: words.tr.phone }).click()
    await expect(countryField(page, 'tr')).toHaveValue('TR')
    await reachCode(page, telephone, 'tr')
    await expect(page.getByRole('button', { name: words.tr.verify })).toBeVisible()
    await codeField(page, 'tr').fill(await awaitCode(telephone))
    await expectInApplicationByPhone(page, url)
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

  test('after a reload at the code', async ({ page }) => {
    const telephone = newTelephone()
    await openPhone(page, url)
    await reachCode(page, telephone)
    await page.reload()
    await codeField(page).fill(await awaitCode(telephone))
    await expectInApplicationByPhone(page, url)
  })
})

test('a number that is pasted with invisible marks and an international prefix is sent as the number that it means', async ({
  page,
  context,
}) => {
  await keepMessages(page)
  const calls = watchPhoneCalls(page)
  await openPhone(page, url)
  await numberField(page).focus()
  await paste(page, context, '\u202A0090 (555) 000-00-01\u202C')
  await page.keyboard.press('Enter')
  await expect(codeField(page)).toBeVisible()
  expect(calls.sent).toEqual(['+905550000001'])
})

test.describe('a number is edited like any text', () => {
  test('a country’s code goes in front of it (PH-17)', async ({ page }) => {
    await keepMessages(page)
    const calls = watchPhoneCalls(page)
    await openPhone(page, url)
    await numberField(page).pressSequentially('5550000001')
    await page.keyboard.press('Home')
    await page.keyboard.type('+90')
    await page.keyboard.press('Enter')
    await expect(codeField(page)).toBeVisible()
    expect(calls.sent).toEqual(['+905550000001'])
  })

  test('the caret stays where the visitor types (PH-18, PH-19)', async ({ page }) => {
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

  test('a browser’s own filling in replaces a lone plus (PH-04)', async ({ page }) => {
    await keepMessages(page)
    const calls = watchPhoneCalls(page)
    await openPhone(page, url)
    await numberField(page).pressSequentially('+')
    await numberField(page).fill('+905550000001')
    await expect(numberField(page)).toHaveValue('+905550000001')
    await numberField(page).press('Enter')
    await expect(codeField(page)).toBeVisible()
    expect(calls.sent).toEqual(['+905550000001'])
  })

  test('a number that names another country chooses it, and the code’s screen says the same (PH-22a)', async ({
    page,
  }) => {
    await keepMessages(page)
    const calls = watchPhoneCalls(page)
    await openPhone(page, url)
    await numberField(page).fill('+447400123456')
    await expect(countryField(page)).toHaveValue('GB')
    await numberField(page).press('Enter')
    await expect(codeField(page)).toBeVisible()
    await expect(page.getByRole('status').first()).toContainText('+44 7400 123456')
    expect(calls.sent).toEqual(['+447400123456'])
  })
})

test('a number of a country that is not offered is told so, and the next number goes to the country that is shown (D9h)', async ({
  page,
}) => {
  await keepMessages(page)
  const calls = watchPhoneCalls(page)
  await openPhone(page, url)
  await sendCode(page, { national: '+5511961234567', e164: '' })
  await expect(numberField(page)).toHaveAccessibleDescription(/^This country is not offered\./)
  await expect(countryField(page)).toHaveValue('TR')
  await sendCode(page, { national: '5550000009', e164: '' })
  await expect(codeField(page)).toBeVisible()
  expect(calls.sent).toEqual(['+905550000009'])
})

test('what is no number is reported at the field, and nothing is sent, until it is corrected (AX-02a)', async ({
  page,
}) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  const calls = watchPhoneCalls(page)
  await openPhone(page, url)
  for (const [text, message] of [
    ['', words.en.required],
    ['abc', words.en.invalidPhoneNumber],
    ['+0905550000001', words.en.invalidPhoneNumber],
    ['380000000000000000', words.en.tooLongPhoneNumber],
    ['55500000012', words.en.tooLongPhoneNumber],
  ] as const) {
    await sendCode(page, { national: text, e164: '' })
    await expect(numberField(page)).toBeFocused()
    await expect(numberField(page)).toHaveValue(text)
    await expect(numberField(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(numberField(page)).toHaveAccessibleDescription(message)
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()

    await numberField(page).fill('5550000001')
    await expect(numberField(page)).not.toHaveAttribute('aria-invalid')
    await expect(numberField(page)).toHaveAccessibleDescription('')
  }
  expect(calls.sent).toEqual([])
  expect(errors).toEqual([])
})

test.describe('a code', () => {
  test('is understood as it is pasted, and confirmed once, however it is submitted (SM-05a)', async ({
    page,
    context,
  }) => {
    const telephone = newTelephone()
    const calls = watchPhoneCalls(page)
    await openPhone(page, url)
    await reachCode(page, telephone)
    const code = await awaitCode(telephone)
    await paste(page, context, ` ${code.split('').join(' ')}\n`)
    await page.keyboard.press('Enter')
    await expectInApplicationByPhone(page, url)
    expect(calls.tried).toEqual([code])
  })

  test('that is wrong is told at the field, and the right one still signs in', async ({ page }) => {
    const telephone = newTelephone()
    await openPhone(page, url)
    await reachCode(page, telephone)
    const code = await awaitCode(telephone)
    await codeField(page).fill(anotherThan(code))
    await expect(codeField(page)).toHaveAccessibleDescription(words.en.wrongCode)
    await expect(codeField(page)).toBeFocused()
    await expect(page.getByRole('alert').filter({ hasText: words.en.wrongCode })).toBeVisible()
    await page.keyboard.type(code)
    await expectInApplicationByPhone(page, url)
  })

  test('that has expired is told, and another one is to be had for the same number (SM-09a)', async ({
    page,
  }) => {
    const telephone = newTelephone()
    await page.clock.install()
    await page.route(phoneCalls.confirm, (route) => refuse(route, 'SESSION_EXPIRED'))
    await openPhone(page, url)
    await reachCode(page, telephone)
    await codeField(page).fill(await awaitCode(telephone))
    await expect(codeField(page)).toHaveAccessibleDescription(
      'This code has expired. Please request a new one.',
    )
    await page.unroute(phoneCalls.confirm)
    await page.clock.fastForward(61_000)
    await page.getByRole('button', { name: words.en.resendCode }).click()
    const code = await awaitCode(telephone, { count: 2 })
    await expect(codeField(page)).toHaveValue('')
    await codeField(page).fill(code)
    await expectInApplicationByPhone(page, url)
  })
})

test.describe('another code', () => {
  test('has to be waited for, across a reload and in a second tab, and replaces the first (SM-07a)', async ({
    page,
    context,
  }) => {
    const telephone = newTelephone()
    const calls = watchPhoneCalls(page)
    await context.clock.install()
    await openPhone(page, url)
    await reachCode(page, telephone)
    await awaitCode(telephone)
    const resend = page.getByRole('button', { name: words.en.resendCode })
    await expect(resend).toBeDisabled()
    await expect(page.getByText(/You can request another code in \d+ seconds\./)).toBeVisible()
    await page.reload()
    await expect(resend).toBeDisabled()

    const tab = await context.newPage()
    await openPhone(tab, `${stack.gate}/tab`)
    await sendCode(tab, telephone)
    await expect(tab.getByRole('alert').first()).toContainText(
      'A code was sent to this number a moment ago.',
    )
    await tab.close()
    expect(await codesTo(telephone.e164)).toHaveLength(1)

    await page.clock.fastForward(61_000)
    await expect(resend).toBeEnabled()
    await resend.click()
    const second = await awaitCode(telephone, { count: 2 })
    await expect(resend).toBeDisabled()
    await expect(codeField(page)).toBeFocused()
    await codeField(page).fill(second)
    await expectInApplicationByPhone(page, url)
    expect(calls.tried).toEqual([second])
  })

  test('can be asked for ten times in one life of the page (SM-14a, SM-14b)', async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    const calls = watchPhoneCalls(page)
    await openPhone(page, url)
    await repeat(10, async () => {
      await reachCode(page, newTelephone())
      await page.getByRole('button', { name: 'Change the number' }).click()
    })
    expect(calls.sent).toHaveLength(10)
    expect(errors).toEqual([])
  })
})

test('from each step a way leads back to the other ways in, and one of them is taken', async ({
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

test('each refusal of a number is shown in words, and the number can be sent again (G5a)', async ({
  page,
}) => {
  const telephone = newTelephone()
  await openPhone(page, url)
  for (const [code, message] of [
    ['TOO_MANY_ATTEMPTS_TRY_LATER', words.en.tooManyRequests],
    ['QUOTA_EXCEEDED', words.en.tooManyRequests],
    [regionRefusal(), 'Text messages cannot be sent to numbers of this country.'],
    ['ADMIN_ONLY_OPERATION', words.en.numberUnknown],
    ['CAPTCHA_CHECK_FAILED', 'Validation error. Please contact your manager.'],
  ] as const) {
    await page.route(phoneCalls.send, (route) => refuse(route, code))
    await sendCode(page, telephone)
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    await expect(page.locator('body')).not.toContainText(/auth\/|_|region enabled/)
    await expect(numberField(page)).toHaveValue(telephone.national)
    await page.unroute(phoneCalls.send)
  }
  await page.getByRole('button', { name: words.en.sendCode }).click()
  await expect(codeField(page)).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
})

test.describe('what a screen reader finds', () => {
  test('at the number, and at the code (SM-04b)', async ({ page }) => {
    await openPhone(page, url)
    await expect(page).toHaveTitle(/Enter your phone number/)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading "Enter your phone number" [level=1]
      - combobox "Country code"
      - textbox "Phone number"
      - button "Send code"
      - button "Back to sign-in options"
    `)
    await reachCode(page, newTelephone())
    await expect(page).toHaveTitle(/Enter the code/)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading "Enter the code" [level=1]
      - status: /Your code has been sent to/
      - textbox "Verification code"
      - button "Verify"
      - button "Resend code" [disabled]
      - button "Change the number"
      - button "Back to sign-in options"
    `)
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
  })
})

/** Answers for the identity service: a message is on its way, though none is. */
async function keepMessages(page: Page) {
  await page.route(phoneCalls.send, (route) => route.fulfill({ json: { sessionInfo: 'kept' } }))
}

async function paste(page: Page, context: BrowserContext, text: string) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+V')
}

function refuse(route: Route, message: string) {
  return route.fulfill({ status: 400, json: { error: { code: 400, message } } })
}

function regionRefusal(): string {
  return 'OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer.'
}

async function repeat(times: number, act: () => Promise<unknown>) {
  for (let time = 0; time < times; time += 1) await act()
}
