import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { accountsOf } from '../identity-admin.ts'
import { awaitEmail, confirmationLinkIn } from '../inbox.ts'
import { runOperatorCommand } from '../invitations.ts'
import { expectInApplication, signInButton } from '../journeys.ts'
import { newPerson } from '../people.ts'
import type { Person } from '../people.ts'
import { fillRegistration, registrationField, submitRegistration } from '../registration.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

const product = `${stack.gate}/`
const form = `${stack.login}/registration`

test('a user invited with the operator’s command registers and reaches the application through the welcome page, and a user who opens the invitation again is told to sign in (A3a)', async ({
  page,
  browser,
}) => {
  const person = newPerson()
  const output = await runOperatorCommand(
    'invite',
    '--email',
    person.email,
    '--company',
    'Acar A.Ş.',
  )
  const link = /https?:\/\/\S+#invitation=\S+/.exec(output)?.[0] ?? ''
  await page.goto(link)
  await expect(registrationField(page, 'company')).toHaveValue('Acar A.Ş.')
  await expect(registrationField(page, 'email')).toHaveValue(person.email)
  expect(page.url()).toBe(form)

  await fillRegistration(page, { firstName: 'Derya', lastName: 'Acar' })
  await submitRegistration(page)
  await expectInApplication(page, product, person)
  expect(await accountsOf(person)).toMatchObject([{ isProven: true, claims: {} }])

  const another = await (await browser.newContext()).newPage()
  await another.goto(link)
  await expect(signInButton(another, 'google')).toBeVisible()
  await expect(another.locator('.notice')).toHaveText(texts.en.alreadyRegistered)
  await expect(another.locator('.alert')).toBeEmpty()
  await another.context().close()
})

test('a mistyped email address can be corrected, the link in an email proves the right one, and the button on its page creates the account', async ({
  page,
  browser,
}) => {
  const person = newPerson()
  const mistyped = newPerson()
  await page.goto(form)
  await submitRegistration(page)
  await expect(registrationField(page, 'firstName')).toBeFocused()
  await fillRegistration(page, entered(mistyped))
  await submitRegistration(page)
  const sent = page.locator('.sent output')
  await expect(sent).toContainText(mistyped.email)
  await page.reload()
  await expect(sent).toContainText(mistyped.email)

  await page.getByRole('button', { name: 'Change the email address' }).click()
  await expect(registrationField(page, 'email')).toBeFocused()
  await expect(registrationField(page, 'company')).toHaveValue('Acar')
  // The address is selected.
  await page.keyboard.type(person.email)
  await submitRegistration(page)
  await expect(sent).toContainText(person.email)
  await page.goBack()
  await expect(registrationField(page, 'email')).toHaveValue(person.email)
  expect(await accountsOf(person)).toEqual([])

  // The email may be read on another device.
  const another = await (await browser.newContext()).newPage()
  await another.goto(confirmationLinkIn(await awaitEmail(person)))
  await expect(another.getByRole('button', { name: texts.en.createAccount })).toBeEnabled()
  // Opening the link, as email scanners do, has changed nothing.
  expect(await accountsOf(person)).toEqual([])
  expect(another.url()).toBe(form)

  await submitRegistration(another)
  await expectInApplication(another, product, person)
  expect(await accountsOf(person)).toMatchObject([{ isProven: true, claims: {} }])
  await another.context().close()
})

const entered = ({ email }: Person) => ({
  firstName: 'Derya',
  lastName: 'Acar',
  email,
  company: 'Acar',
})
