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
import { watchForDisturbances } from '../quiet.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

const url = `${stack.gate}/phone?x=1`

test('a user signs in by phone across a reload, Back and a wrong code, the number stays, and one text message is sent (F9, NW-07a)', async ({
  page,
}) => {
  const disturbances = await watchForDisturbances(page)
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
  await page.goBack()
  await expect(numberField(page)).toHaveValue(phone.national)
  await page.goBack()
  await page.getByRole('button', { name: texts.en.phone }).click()
  await expect(numberField(page)).toHaveValue(phone.national)
  await page.getByRole('button', { name: texts.en.sendCode }).click()

  const code = await awaitCode(phone)
  await codeField(page).fill(wrongCodeFor(code))
  await expect(codeField(page)).toHaveAccessibleDescription(texts.en.wrongCode)
  await expect(codeField(page)).toBeFocused()
  await codeField(page).fill(code)
  await expectInApplicationByPhone(page, url)
  expect(calls).toEqual(['send', 'confirm', 'confirm'])
  const isWrongCode = (disturbance: string) => disturbance.includes(':signInWithPhoneNumber')
  expect(disturbances().filter((one) => !isWrongCode(one))).toEqual([])
})
