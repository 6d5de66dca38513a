import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import {
  awaitCode,
  codeField,
  expectInApplicationByPhone,
  newPhone,
  numberField,
  openPhone,
  phoneCallIn,
  reachCode,
  wrongCodeFor,
} from '../phone.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

const url = `${stack.gate}/phone?x=1`

test('a user signs in by phone across a reload and a wrong code, and reaches the requested URL with one text message (F9)', async ({
  page,
}) => {
  const phone = newPhone()
  const calls: string[] = []
  page.on('request', (request) => {
    const call = phoneCallIn(request)
    if (call !== null) calls.push(call)
  })
  await openPhone(page, url)
  await reachCode(page, phone)
  await page.reload()
  await expect(page.locator('.sent output')).toHaveText(
    texts.en.codeSent.replace('{phone}', phone.formatted),
  )
  const code = await awaitCode(phone)
  await codeField(page).fill(wrongCodeFor(code))
  await expect(codeField(page)).toHaveAccessibleDescription(texts.en.wrongCode)
  await expect(codeField(page)).toBeFocused()
  await codeField(page).fill(code)
  await expectInApplicationByPhone(page, url)
  expect(calls).toEqual(['send', 'confirm', 'confirm'])
})

test('Back goes from the code to the number and from there to the methods, and the number stays (K7a, K7b)', async ({
  page,
}) => {
  const phone = newPhone()
  await openPhone(page, url)
  await reachCode(page, phone)
  await page.goBack()
  await expect(numberField(page)).toHaveValue(phone.national)
  await page.goBack()
  await page.getByRole('button', { name: texts.en.phone }).click()
  await expect(numberField(page)).toHaveValue(phone.national)
  await page.getByRole('button', { name: texts.en.sendCode }).click()
  await codeField(page).fill(await awaitCode(phone))
  await expectInApplicationByPhone(page, url)
})
