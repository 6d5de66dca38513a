import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { accounts } from './accounts.ts'
import { accountsOf, createAccount, customTokenFor } from './identity-admin.ts'
import { inviteByPartner } from './invitations.ts'
import { expectInApplication, openProtected, signInAsNew, signInWith } from './journeys.ts'
import { domains, newPerson } from './people.ts'
import { fillRegistration, submitRegistration } from './registration.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

type Blocked = 'localStorage' | 'indexedDB' | 'both'

test.describe('with storage blocked', () => {
  for (const blocked of ['localStorage', 'indexedDB', 'both'] as const) {
    test(`(${blocked}) a sign-in ends in the application (ST-01, ST-03)`, async ({ page }) => {
      await block(page, blocked)
      await openProtected(page, `${stack.gate}/${blocked}`)
      await signInWith(page, accounts.ordinary)
      await expectInApplication(page, `${stack.gate}/${blocked}`, accounts.ordinary)
    })
  }

  test('a token in the address signs in (C12, ST-01)', async ({ page }) => {
    const person = newPerson()
    const token = customTokenFor(await createAccount(person))
    await block(page, 'localStorage')
    await openProtected(page, `${stack.gate}/token`)
    await page.goto(`${page.url()}&access_token=${token}`)
    await expectInApplication(page, `${stack.gate}/token`, person)
  })

  test('a registration makes the account and signs in (A3, ST-01)', async ({ page }) => {
    const person = newPerson()
    await block(page, 'localStorage')
    await page.goto(await inviteByPartner({ email: person.email, company: 'Acar' }))
    await fillRegistration(page, { firstName: 'Derya', lastName: 'Acar' })
    await submitRegistration(page)
    await expectInApplication(page, `${stack.gate}/`, person)
  })

  test('two ways into one account are connected (C10, ST-01)', async ({ page }) => {
    const person = newPerson(domains.unproven)
    await createAccount(person)
    await block(page, 'localStorage')
    await openProtected(page, `${stack.gate}/linked`)
    await signInAsNew(page, person)
    await expect(page.locator('.notice')).toContainText(
      words.en.accountExists.replace('{email}', person.email),
    )
    await signInWith(page, person)
    await expectInApplication(page, `${stack.gate}/linked`, person)
    expect(await accountsOf(person)).toMatchObject([{ providers: ['google.com', 'microsoft.com'] }])
  })
})

test('with storage that is full a sign-in ends in the application (ST-01)', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  const person = newPerson()
  const token = customTokenFor(await createAccount(person))
  await openProtected(page, `${stack.gate}/full`)
  await page.goto(`${page.url()}&access_token=${token}`)
  await expectInApplication(page, `${stack.gate}/full`, person)
})

/** The page's own origin alone: the provider's page stands for another site. */
async function block(page: Page, blocked: Blocked) {
  await page.addInitScript((what) => {
    if (location.pathname.startsWith('/emulator/')) return
    const refuse = (name: 'localStorage' | 'indexedDB') =>
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
    if (what !== 'indexedDB') refuse('localStorage')
    if (what !== 'localStorage') refuse('indexedDB')
  }, blocked)
}
