import { expect, test } from '@playwright/test'
import { awaitEmail, confirmationLinkIn } from './inbox.ts'
import { configure } from './configured.ts'
import { expectInApplication } from './journeys.ts'
import { newPerson } from './people.ts'
import { registrationField } from './registration.ts'
import { stack } from './stack.ts'
import { tabTo } from './tab-to.ts'
import { texts } from './texts.ts'

const product = `${stack.gate}/`

test.describe('with the keyboard alone', () => {
  test('a user opens “More options”, and signs in at a provider behind it (K1d)', async ({
    page,
  }) => {
    const label = { en: 'Apple', tr: 'Apple' }
    await configure(page, {
      methods: [
        'google.com',
        'microsoft.com',
        'phone',
        'github.com',
        { provider: 'apple.com', label },
      ],
    })
    await page.goto(`${stack.gate}/`)
    const apple = page.getByRole('button', { name: 'Continue with Apple' })
    const more = page.locator('summary')
    await expect(more).toHaveText('More options')
    await expect(apple).toBeHidden()
    await tabTo(page, more)
    await page.keyboard.press('Enter')
    await tabTo(page, apple)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/[?&]providerId=apple\.com/)
  })

  test('a user registers, with errors, corrections and the link in the email', async ({ page }) => {
    const person = newPerson()
    await page.goto(`${stack.login}/registration`)
    await tabTo(page, registrationField(page, 'firstName'))
    await page.keyboard.type('Derya')
    await page.keyboard.press('Enter')
    await expect(registrationField(page, 'lastName')).toBeFocused()
    await expect(registrationField(page, 'lastName')).toHaveAccessibleDescription(/Required/)
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
