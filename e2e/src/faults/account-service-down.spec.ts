import { expect, test } from '@playwright/test'
import { accountsOf, createAccount } from '../identity-admin.ts'
import { inviteByPartner } from '../invitations.ts'
import { expectInApplication, openProtected, signInWith } from '../journeys.ts'
import { newPerson } from '../people.ts'
import { announcementsOf } from '../provisioning.ts'
import { fillRegistration, registrationField, submitRegistration } from '../registration.ts'
import { control, stack } from '../stack.ts'
import { words } from '../words.ts'

// The server's own database starts anew with it.
test.describe.configure({ mode: 'serial', timeout: 90_000 })
test.afterEach(() => control('server', 'start'))

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

test('the wait of a new user can be tried again after the server was killed, whose absence a signed-in user does not notice', async ({
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

  await control('server', 'kill')
  await page.goto(`${stack.gate}/after`)
  await expectInApplication(page, `${stack.gate}/after`, person)
})
