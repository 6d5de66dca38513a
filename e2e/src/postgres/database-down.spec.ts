import { expect, test } from '@playwright/test'
import { accountsOf, createAccount } from '../identity-admin.ts'
import { inviteByPartner } from '../invitations.ts'
import { expectInApplication, openProtected, reachApplication, signInWith } from '../journeys.ts'
import { newPerson } from '../people.ts'
import { fillRegistration, registrationField, submitRegistration } from '../registration.ts'
import { stack } from '../stack.ts'
import { words } from '../words.ts'

test.describe.configure({ mode: 'serial', timeout: 90_000 })
test.afterEach(() => database('start'))

const product = `${stack.gate}/`

test('with the database down the answer is 503 with a time to wait, the form is kept, and the retry makes one account', async ({
  page,
}) => {
  const person = newPerson()
  await page.goto(await inviteByPartner({ email: person.email, company: 'Acar' }))
  await fillRegistration(page, { firstName: 'Derya', lastName: 'Acar' })
  await database('stop')
  const answered = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && response.url().endsWith('/registration'),
  )
  await submitRegistration(page)
  const answer = await answered
  expect(answer.status()).toBe(503)
  expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0)
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await expect(registrationField(page, 'firstName')).toHaveValue('Derya')
  expect(await accountsOf(person)).toEqual([])

  await database('start')
  await expect(page.getByRole('button', { name: words.en.createAccount })).toBeEnabled()
  await submitRegistration(page)
  await expectInApplication(page, product, person)
  expect(await accountsOf(person)).toHaveLength(1)
})

test('a newcomer is told to wait, and the retry goes on', async ({ page }) => {
  const person = newPerson()
  await createAccount(person, { isNewcomer: true })
  await database('stop')
  await openProtected(page, `${stack.gate}/waits`)
  await signInWith(page, person)
  await expect(page.getByRole('alert')).not.toBeEmpty({ timeout: 40_000 })
  await database('start')
  await page.getByRole('button', { name: words.en.retry }).click()
  await expectInApplication(page, `${stack.gate}/waits`, person)
})

test('everyone else signs in as ever: neither page nor gate asks the database', async ({
  page,
}) => {
  const person = newPerson()
  await createAccount(person)
  await database('stop')
  await reachApplication(page, `${stack.gate}/as-ever`, person)
})

async function database(action: 'start' | 'stop'): Promise<void> {
  await fetch(`http://127.0.0.1:${stack.postgresControlPort}/${action}`)
}
