import { expect, test } from '@playwright/test'
import { newPerson } from './people.ts'
import { fillRegistration, submitRegistration } from './registration.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

test('the local inbox shows an email as an email program would, and its link opens the page', async ({
  page,
}) => {
  const person = newPerson()
  await page.goto(`${stack.login}/registration`)
  await fillRegistration(page, {
    firstName: 'Derya',
    lastName: 'Acar',
    email: person.email,
    company: 'Acar',
  })
  await submitRegistration(page)
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

  await page.goto(`${stack.login}/local/inbox`)
  const email = page.locator('#messages > li', { hasText: person.email })
  await email.getByText('As shown by an email program').click()
  await expect(email.frameLocator('iframe').getByText('Derya')).toBeVisible()
  await email.getByRole('link', { name: /#confirmation=/ }).click()
  await expect(page.getByRole('button', { name: texts.en.createAccount })).toBeVisible()
})
