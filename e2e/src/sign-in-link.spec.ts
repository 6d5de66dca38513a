import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { accountsOf } from './identity-admin.ts'
import { awaitEmail, confirmationLinkIn, signInLinkIn } from './inbox.ts'
import { expectInApplication, openProtected, signInAsNew, signInButton } from './journeys.ts'
import { domains, newPerson } from './people.ts'
import type { Person } from './people.ts'
import { fillRegistration, submitRegistration } from './registration.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

test('the owner of an account without a provider signs in with a link in an email, also after a reload, and the new provider is linked', async ({
  page,
  context,
}) => {
  const person = newPerson(domains.unproven)
  await registerAndSignOut(page, person)
  const { text } = await awaitEmail(person, { count: 2 })
  expect(text).toContain(`“${texts.en.emailLink}”`)
  const url = `${stack.gate}/reports?year=2026`
  await openProtected(page, url)
  await signInAsNew(page, person)

  const notice = page.locator('.notice')
  await expect(notice).toContainText(texts.en.accountExists.replace('{email}', person.email))
  await expect(notice).toContainText('Microsoft')
  await expect(page.locator('.alert')).toBeEmpty()
  await notice.getByRole('button', { name: texts.en.sendMeALink }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await page.reload()
  await expect(page.locator('.sent output')).toContainText(person.email)
  const link = signInLinkIn(await awaitEmail(person, { count: 3 }))
  const tab = await context.newPage()
  await tab.goto(`${stack.login}/local/inbox`)
  await tab.locator(`a[href="${link}"]`).click()
  await expect(tab.getByText(`sign in as ${person.email}`)).toContainText('connect Microsoft')
  await tab.reload()
  expect(tab.url()).toBe(`${stack.login}/`)
  // Opening the link, as email scanners do, has changed nothing.
  expect(await accountsOf(person)).toMatchObject([{ providers: [] }])
  await tab.getByRole('button', { name: texts.en.signIn, exact: true }).click()
  await expectInApplication(tab, url, person)
  expect(await accountsOf(person)).toMatchObject([{ providers: ['microsoft.com'] }])
  // The tab that waits for the link has followed.
  await expectInApplication(page, url, person)
})

test('a guest account of Microsoft gets a message that says which account to use, and leaves no account behind', async ({
  page,
}) => {
  const email = `can_${newPerson().email.replace('@', '.')}#EXT#@globex.onmicrosoft.com`
  await openProtected(page, `${stack.gate}/`)
  await signInAsNew(page, { name: 'Can Öztürk', email })
  const notice = page.locator('.notice')
  await expect(notice).toContainText('a guest account of globex.onmicrosoft.com')
  await expect(notice).toContainText(`can@${newDomainOf(email)}`)
  await expect(page.locator('body')).not.toContainText('#ext#', { ignoreCase: true })
  expect(await accountsOf({ email })).toEqual([])

  await notice.getByRole('button', { name: 'Choose another account' }).click()
  await expect(page.locator('.js-new-account')).toBeVisible()
})

const newDomainOf = (guest: string) => /^can_(.*)#EXT#/.exec(guest)?.[1] ?? ''

async function registerAndSignOut(page: Page, person: Person) {
  await page.goto(`${stack.login}/registration`)
  await fillRegistration(page, {
    firstName: 'Derya',
    lastName: 'Acar',
    email: person.email,
    company: 'Acar A.Ş.',
  })
  await submitRegistration(page)
  await page.goto(confirmationLinkIn(await awaitEmail(person)))
  await submitRegistration(page)
  await expectInApplication(page, `${stack.gate}/`, person)
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(signInButton(page, 'google')).toBeVisible()
}
