import { expect, test } from '@playwright/test'
import type { Page, Route } from '@playwright/test'
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
  test('and is in the application, at the address asked for (C11, D9, F5)', async ({ page }) => {
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

  test('in Turkish, with Turkey chosen (A14, D9)', async ({ page }) => {
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

  test('with the keyboard alone (D9)', async ({ page }) => {
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

  test('after a reload at the code (D9)', async ({ page }) => {
    const telephone = newTelephone()
    await openPhone(page, url)
    await reachCode(page, telephone)
    await page.reload()
    await codeField(page).fill(await awaitCode(telephone))
    await expectInApplicationByPhone(page, url)
  })
})

test.describe('a number is understood as it is pasted, and never cut (D9, H4)', () => {
  for (const [id, text] of [
    ['PH-01', '+90 (555) 000 00 01'],
    ['PH-05', '+90+905550000001'],
    ['PH-06', '0090 (555) 000-00-01'],
    ['PH-08', '+90 0555 000 00 01'],
    ['PH-11', '٠٥٥٥٠٠٠٠٠٠١'],
    ['PH-14', '\u202A+90 555 000 00 01\u202C'],
    ['PH-16', '  +90   555   000   00   01  '],
    ['PH-23', '(0555) 000 00 01'],
  ] as const) {
    test(`${JSON.stringify(text)} (${id})`, async ({ page, context }) => {
      await keepMessages(page)
      const calls = watchPhoneCalls(page)
      await openPhone(page, url)
      await numberField(page).focus()
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await page.keyboard.press('ControlOrMeta+V')
      await page.keyboard.press('Enter')
      await expect(codeField(page)).toBeVisible()
      expect(calls.sent).toEqual(['+905550000001'])
    })
  }
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

  test('a number that names another country chooses it, and the code’s screen says the same (PH-02, PH-22)', async ({
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

test('a number of a country that is not offered is told so, and the next number goes to the country that is shown (D9)', async ({
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

test('a German number of eleven digits is sent, and one of twelve is over the German limit (D9)', async ({
  page,
}) => {
  await keepMessages(page)
  const calls = watchPhoneCalls(page)
  await openPhone(page, url)
  await countryField(page).selectOption('DE')
  await sendCode(page, { national: '1512 34567890', e164: '' })
  await expect(numberField(page)).toHaveAccessibleDescription('11 character limitation')
  await sendCode(page, { national: '1512 3456789', e164: '' })
  await expect(codeField(page)).toBeVisible()
  expect(calls.sent).toEqual(['+4915123456789'])
})

test.describe('what is no number is told at the field, and nothing is sent (AX-01, AX-02)', () => {
  for (const [id, text, message] of [
    ['D9', '', words.en.required],
    ['D9', 'abc', words.en.invalidPhoneNumber],
    ['PH-07', '+0905550000001', words.en.invalidPhoneNumber],
    ['PH-24', '380000000000000000', words.en.tooLongPhoneNumber],
    ['D9, H4', '55500000012', words.en.tooLongPhoneNumber],
  ] as const) {
    test(`${JSON.stringify(text)}: ${message} (${id})`, async ({ page }) => {
      const errors: Error[] = []
      page.on('pageerror', (error) => errors.push(error))
      const calls = watchPhoneCalls(page)
      await openPhone(page, url)
      await sendCode(page, { national: text, e164: '' })
      await expect(numberField(page)).toBeFocused()
      await expect(numberField(page)).toHaveValue(text)
      await expect(numberField(page)).toHaveAttribute('aria-invalid', 'true')
      await expect(numberField(page)).toHaveAccessibleDescription(message)
      await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()

      await numberField(page).fill('5550000001')
      await expect(numberField(page)).not.toHaveAttribute('aria-invalid')
      await expect(numberField(page)).toHaveAccessibleDescription('')
      expect(calls.sent).toEqual([])
      expect(errors).toEqual([])
    })
  }
})

test.describe('a code', () => {
  for (const [id, write] of [
    ['SM-01', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ['SM-02', (code: string) => ` ${code.split('').join(' ')}\n`],
  ] as const) {
    test(`is understood as it is pasted, and tried once however it is confirmed (${id}, SM-05)`, async ({
      page,
      context,
    }) => {
      const telephone = newTelephone()
      const calls = watchPhoneCalls(page)
      await openPhone(page, url)
      await reachCode(page, telephone)
      const code = await awaitCode(telephone)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), write(code))
      await page.keyboard.press('ControlOrMeta+V')
      await page.keyboard.press('Enter')
      await expectInApplicationByPhone(page, url)
      expect(calls.tried).toEqual([code])
    })
  }

  test('that is wrong is told at the field, and the right one still signs in (G2)', async ({
    page,
  }) => {
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

  test('that has expired is told, and another one is to be had for the same number (SM-09)', async ({
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
  test('has to be waited for, across a reload and in a second tab, and replaces the first (SM-07, SM-10, SM-13)', async ({
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

  test('goes to another number when that is changed, and its own counts (SM-14)', async ({
    page,
  }) => {
    const [mistyped, telephone] = [newTelephone(), newTelephone()]
    await openPhone(page, url)
    await reachCode(page, mistyped)
    await page.getByRole('button', { name: 'Change the number' }).click()
    await expect(numberField(page)).toHaveValue(mistyped.national)
    await reachCode(page, telephone)
    await codeField(page).fill(await awaitCode(telephone))
    await expectInApplicationByPhone(page, url)
  })

  test('can be asked for ten times in one life of the page (SM-14)', async ({ page }) => {
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

test('from each step a way leads back to the other ways in, and one of them is taken (D9)', async ({
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

test('without a network the number stays, and is sent once there is one (NW-03, SM-12)', async ({
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

test.describe('a refusal of the identity service is told in words, with another way (G1, G2, G5)', () => {
  for (const [id, code, message] of [
    ['SM-13', 'TOO_MANY_ATTEMPTS_TRY_LATER', words.en.tooManyRequests],
    ['G5', 'QUOTA_EXCEEDED', words.en.tooManyRequests],
    ['SM-16', regionRefusal(), 'Text messages cannot be sent to numbers of this country.'],
    ['G2', 'ADMIN_ONLY_OPERATION', words.en.numberUnknown],
    ['SM-15', 'CAPTCHA_CHECK_FAILED', 'Validation error. Please contact your manager.'],
  ] as const) {
    test(`of a number: ${message} (${id})`, async ({ page }) => {
      const telephone = newTelephone()
      await page.route(phoneCalls.send, (route) => refuse(route, code))
      await openPhone(page, url)
      await sendCode(page, telephone)
      const alert = page.getByRole('alert').filter({ hasText: message })
      await expect(alert).toBeVisible()
      await expect(page.locator('body')).not.toContainText(/auth\/|_|region enabled/)
      await expect(numberField(page)).toHaveValue(telephone.national)

      await page.unroute(phoneCalls.send)
      await page.getByRole('button', { name: words.en.sendCode }).click()
      await expect(codeField(page)).toBeVisible()
      await expect(alert).toBeHidden()
    })
  }

  for (const [code, message] of [
    ['USER_DISABLED', words.en.deactivated],
    ['ADMIN_ONLY_OPERATION', words.en.numberUnknown],
    ['TOO_MANY_ATTEMPTS_TRY_LATER', words.en.tooManyRequests],
  ] as const) {
    test(`of a code: ${message}`, async ({ page }) => {
      const telephone = newTelephone()
      await page.route(phoneCalls.confirm, (route) => refuse(route, code))
      await openPhone(page, url)
      await reachCode(page, telephone)
      await codeField(page).fill(await awaitCode(telephone))
      await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
      await page.getByRole('button', { name: words.en.backToOptions }).click()
      await signInWith(page, accounts.ordinary)
      await expectInApplication(page, url, accounts.ordinary)
    })
  }
})

test.describe('what a screen reader finds', () => {
  test('at the number, and at the code (D9, SM-04)', async ({ page }) => {
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

function refuse(route: Route, message: string) {
  return route.fulfill({ status: 400, json: { error: { code: 400, message } } })
}

function regionRefusal(): string {
  return 'OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer.'
}

async function repeat(times: number, act: () => Promise<unknown>) {
  for (let time = 0; time < times; time += 1) await act()
}
