import { expect, test } from '@playwright/test'
import { accountsOf, createAccount } from '../identity-admin.ts'
import { inviteByPartner } from '../invitations.ts'
import { expectInApplication, openProtected, signInWith } from '../journeys.ts'
import { newPerson } from '../people.ts'
import { announcementsOf } from '../provisioning.ts'
import { fillRegistration, registrationField, submitRegistration } from '../registration.ts'
import { control, stack } from '../stack.ts'
import { texts } from '../texts.ts'

// A restarted server has a new, empty database.
test.describe.configure({ mode: 'serial' })
test.afterEach(() => control('server', 'start'))

const product = `${stack.gate}/`

test('while the server is down the registration form keeps its values, and the retry creates one account', async ({
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

test('a new user whose account setup was interrupted by a killed server can retry, and a signed-in user needs no server', async ({
  page,
}) => {
  const person = newPerson()
  await createAccount(person, { isNewUser: true })
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
  await expect(page.getByRole('alert')).toContainText(texts.en.unknown)
  await control('server', 'start')
  await page.getByRole('button', { name: texts.en.retry }).click()
  await expectInApplication(page, `${stack.gate}/killed`, person)
  expect(await announcementsOf(person)).toMatchObject([{ times: 1 }])

  await control('server', 'kill')
  await page.goto(`${stack.gate}/after`)
  await expectInApplication(page, `${stack.gate}/after`, person)
})
