import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { createAccount, customTokenFor } from './identity-admin.ts'
import { inviteByPartner } from './invitations.ts'
import { openProtected, reachApplication, signInAsNew, signInWith } from './journeys.ts'
import { domains, newPerson } from './people.ts'
import { setProvisioning } from './provisioning.ts'
import { submitRegistration } from './registration.ts'
import { stack } from './stack.ts'
import { holdWelcome } from './welcome.ts'
import { words } from './words.ts'

const registration = `${stack.login}/registration`

test.describe('what a screen reader finds', () => {
  test('on the sign-in screen: one heading, the ways in as a list of buttons (Ic)', async ({
    page,
  }) => {
    await openProtected(page, `${stack.gate}/`)
    await expect(page).toHaveTitle(/Sign in/)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading "Sign in" [level=1]
      - list:
        - listitem:
          - button "Continue with Google"
        - listitem:
          - button "Continue with Microsoft"
        - listitem:
          - button "Continue with phone number"
    `)
  })

  test('after an unproven address: what happens next, announced, and the sign-in methods', async ({
    page,
  }) => {
    const person = newPerson(domains.unproven)
    await createAccount(person)
    await openProtected(page, `${stack.gate}/`)
    await signInAsNew(page, person)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading "Sign in" [level=1]
      - paragraph: There is already an account for ${person.email}. Sign in with Google once, and we'll connect Microsoft to it.
      - list:
        - listitem:
          - button "Continue with Google"
    `)
    await expect(page.locator('[aria-live="polite"]')).toContainText('There is already an account')
    await expect(page.getByRole('alert')).toBeEmpty()
  })

  test('while an account is made, and when that fails (C9b)', async ({ page }) => {
    const person = newPerson()
    await createAccount(person, { isNewcomer: true })
    await setProvisioning(person, 'fail')
    const release = await holdWelcome(page)
    await openProtected(page, `${stack.gate}/`)
    await signInWith(page, person)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading /Thank you for waiting! We are creating your account./ [level=1]
    `)
    release()
    await expect(page.getByRole('alert')).not.toBeEmpty({ timeout: 20_000 })
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading [level=1]
      - alert:
        - paragraph: /Reference/
      - button "Try again"
    `)
  })

  test('when two accounts are in question', async ({ page }) => {
    const stranger = newPerson()
    const token = customTokenFor(await createAccount(stranger))
    await reachApplication(page, `${stack.gate}/`, accounts.ordinary)
    await page.goto(`${stack.login}/?access_token=${token}`)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading "Which account would you like to use?" [level=1]
      - button "Continue as ${accounts.ordinary.email}"
      - button "Switch to ${stranger.email}"
    `)
  })

  test('on the registration form, and after a wrong attempt (A3b)', async ({ page }) => {
    await page.goto(registration)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading "Create your account" [level=1]
      - textbox "First name"
      - textbox "Last name"
      - textbox "Email"
      - textbox "Company"
      - button "Create account"
      - paragraph:
        - link "Log in"
    `)
    await submitRegistration(page)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - 'region "There is a problem with 4 fields:"':
        - list:
          - listitem:
            - 'link "First name: Required"'
      - textbox "First name" [invalid]
    `)
  })

  test('on the form of an invitation: what it settles is named and cannot be changed', async ({
    page,
  }) => {
    const { email } = newPerson()
    await page.goto(await inviteByPartner({ email, company: 'Acar' }))
    const company = page.getByRole('textbox', { name: words.en.company })
    await expect(company).toHaveAttribute('readonly')
    await expect(company).toHaveAccessibleDescription('This comes from your invitation.')
  })

  test('on each of these in Turkish: no word of English (A14b)', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'tr'))
    await page.goto(registration)
    await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading [level=1]
      - textbox "Ad"
      - textbox "Soyad"
      - textbox "E-posta"
      - textbox "Şirket"
      - button "Hesap oluştur"
    `)
    await submitRegistration(page, 'tr')
    await expect(page.getByRole('main')).toContainText(words.tr.required)
    await expect(page.getByRole('main')).not.toContainText(/Required|account|field/i)
  })
})
