import { expect, test } from '@playwright/test'
import { accountsOf, createAccount } from '../identity-admin.ts'
import { awaitMail, confirmationLinkIn, mailsTo } from '../inbox.ts'
import { inviteByPartner } from '../invitations.ts'
import { expectInApplication, openProtected, signInWith } from '../journeys.ts'
import { newPerson } from '../people.ts'
import { announcementsOf } from '../provisioning.ts'
import { fillRegistration, registrationField, submitRegistration } from '../registration.ts'
import { control, stack } from '../stack.ts'
import { words } from '../words.ts'

// The server's own database starts anew with it.
test.describe.configure({ mode: 'serial', timeout: 90_000 })
test.afterEach(async () => {
  await control('server', 'start')
  await control('mail', 'start')
})

const product = `${stack.gate}/`

test('with the server down the form keeps what was typed, and the retry makes one account', async ({
  page,
}) => {
  const person = newPerson()
  await page.goto(await inviteByPartner({ email: person.email, company: 'Acar' }))
  await fillRegistration(page, { firstName: 'Derya', lastName: 'Acar' })
  await control('server', 'kill')
  await submitRegistration(page)
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await expect(registrationField(page, 'firstName')).toHaveValue('Derya')

  await control('server', 'start')
  await submitRegistration(page)
  await expectInApplication(page, product, person)
  expect(await accountsOf(person)).toHaveLength(1)
})

test('killed after it made the account and before it said so, it makes no second one', async ({
  page,
}) => {
  const person = newPerson()
  await page.goto(await inviteByPartner({ email: person.email, company: 'Acar' }))
  await fillRegistration(page, { firstName: 'Derya', lastName: 'Acar' })
  let kills = 1
  await page.route('**/registration', async (route) => {
    if (route.request().method() !== 'POST' || kills === 0) return route.continue()
    kills -= 1
    await route.fetch()
    await control('server', 'kill')
    return route.abort('connectionreset')
  })
  await submitRegistration(page)
  await expect(page.getByRole('alert')).not.toBeEmpty()
  const made = await accountsOf(person)
  expect(made).toHaveLength(1)

  await control('server', 'start')
  await submitRegistration(page)
  await expectInApplication(page, product, person)
  expect(await accountsOf(person)).toMatchObject([{ uid: made[0]?.uid }])
  await awaitMail(person, { count: 1 })
})

test('killed while a newcomer waits, the wait can be tried again and ends well', async ({
  page,
}) => {
  const person = newPerson()
  await createAccount(person, { isNewcomer: true })
  let kills = 1
  await page.route('**/welcome/start?*', async (route) => {
    if (kills === 0) return route.continue()
    kills -= 1
    await route.fetch()
    await control('server', 'kill')
    return route.abort('connectionreset')
  })
  await openProtected(page, `${stack.gate}/killed`)
  await signInWith(page, person)
  await expect(page.getByRole('alert')).toContainText(words.en.unknown)
  await control('server', 'start')
  await page.getByRole('button', { name: words.en.retry }).click()
  await expectInApplication(page, `${stack.gate}/killed`, person)
  expect(await announcementsOf(person)).toMatchObject([{ times: 1 }])
})

test('a mail that cannot be sent is sent later, once, and a restart loses none', async ({
  page,
}) => {
  const person = newPerson()
  await control('mail', 'stop')
  await page.goto(`${stack.login}/registration`)
  await fillRegistration(page, {
    firstName: 'Derya',
    lastName: 'Acar',
    email: person.email,
    company: 'Acar',
  })
  await submitRegistration(page)
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await control('server', 'kill')
  await control('mail', 'start')
  expect(await mailsTo(person)).toEqual([])

  await control('server', 'start')
  const mail = await awaitMail(person, { count: 1 })
  const tab = await page.context().newPage()
  await tab.goto(confirmationLinkIn(mail))
  await submitRegistration(tab)
  await expectInApplication(tab, product, person)
})

test('the gate and those who are signed in notice nothing of the server’s absence', async ({
  page,
}) => {
  const person = newPerson()
  await createAccount(person)
  await openProtected(page, `${stack.gate}/before`)
  await signInWith(page, person)
  await expectInApplication(page, `${stack.gate}/before`, person)
  await control('server', 'kill')
  await page.goto(`${stack.gate}/after`)
  await expectInApplication(page, `${stack.gate}/after`, person)
})
