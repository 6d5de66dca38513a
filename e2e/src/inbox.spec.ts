import { expect, test } from '@playwright/test'
import { newPerson } from './people.ts'
import { fillRegistration, submitRegistration } from './registration.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

test('a mail is shown as a mail program would, and its link leads to the page', async ({
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
  const mail = page.locator('#messages > li', { hasText: person.email })
  await mail.getByText('As shown by a mail program').click()
  await expect(mail.frameLocator('iframe').getByText('Derya')).toBeVisible()
  await mail.getByRole('link', { name: /#confirmation=/ }).click()
  await expect(page.getByRole('button', { name: words.en.createAccount })).toBeVisible()
})
