import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { awaitEmail, confirmationLinkIn } from './inbox.ts'
import { chooseAccount, expectInApplication, openProtected, signInButton } from './journeys.ts'
import { newPerson } from './people.ts'
import { registrationField } from './registration.ts'
import { stack } from './stack.ts'
import { tabTo } from './tab-to.ts'
import { texts } from './texts.ts'

const product = `${stack.gate}/`

test.describe('with the keyboard alone', () => {
  test('a user changes the language and signs in', async ({ page }) => {
    await openProtected(page, `${stack.gate}/keys`)
    const list = page.getByRole('combobox', { name: texts.en.language })
    await tabTo(page, list)
    await page.keyboard.press('Enter')
    await expect(list).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Home')
    await expect(page.getByRole('option', { name: 'Türkçe' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(signInButton(page, 'google', 'tr')).toBeVisible()

    await tabTo(page, signInButton(page, 'google', 'tr'))
    await page.keyboard.press('Enter')
    // The provider's page is not ours.
    await chooseAccount(page, accounts.ordinary)
    await expectInApplication(page, `${stack.gate}/keys`, accounts.ordinary)
  })

  test('a user registers, with errors, corrections and the link in the email', async ({ page }) => {
    const person = newPerson()
    await page.goto(`${stack.login}/registration`)
    await tabTo(page, registrationField(page, 'firstName'))
    await page.keyboard.type('Derya')
    await page.keyboard.press('Enter')
    const summary = page.getByRole('region', { name: 'There is a problem with 3 fields:' })
    await expect(summary).toBeFocused()

    await tabTo(page, summary.getByRole('link', { name: /^Last name/ }))
    await page.keyboard.press('Enter')
    await expect(registrationField(page, 'lastName')).toBeFocused()
    await page.keyboard.type('Acar')
    await page.keyboard.press('Tab')
    await page.keyboard.type(person.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Acar')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: texts.en.createAccount })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeFocused()

    const tab = await page.context().newPage()
    await tab.goto(confirmationLinkIn(await awaitEmail(person)))
    await tabTo(tab, tab.getByRole('button', { name: texts.en.createAccount }))
    await tab.keyboard.press('Enter')
    await expectInApplication(tab, product, person)
  })
})
