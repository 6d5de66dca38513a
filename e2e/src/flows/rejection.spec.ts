import { accounts, tenants } from '../accounts.ts'
import { configure, configureTenant } from '../configured.ts'
import type { FlowPage } from '../engines/api/flow.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { createAccount } from '../identity-admin.ts'
import {
  expectInApplication,
  inBothLanguages,
  openProtected,
  signInAsNew,
  signInButton,
  signInWith,
} from '../journeys.ts'
import { announcementsOf } from '../provisioning.ts'
import { newPerson } from '../people.ts'
import type { Person } from '../people.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

const url = `${stack.tenantsGate}/rejected?x=1`
const methods = [
  'google.com',
  { provider: 'oidc.initech', label: { en: 'Initech', tr: 'Initech' } },
]

test('a user who signs in with a method that the company does not allow reads which account was rejected and what is allowed, and signs in with that (K2)', async ({
  page,
}) => {
  const person = newPerson()
  // The page offers a method that the access policy of the gate does not allow.
  await configureTenant(page, tenants.initech.id, { methods })
  await page.goto(url)
  await page.getByRole('button', { name: tenants.initech.name, exact: true }).click()
  await signInAsNew(page, person, { provider: 'google' })
  await inBothLanguages(page, async (language) => {
    await expect(page.getByRole('alert')).toContainText(texts[language].wayNotAllowed)
    const details = page.locator('.notice')
    await expect(details).toContainText(person.email)
    await expect(details).toContainText(texts[language].allowedWays)
    await expect(details).toContainText('Initech')
  })

  await page.getByRole('button', { name: texts.en.backToOptions }).click()
  await page.getByRole('button', { name: /Initech/ }).click()
  await page.getByRole('button', { name: accounts.atInitech.name }).click()
  await expectInApplication(page, url, accounts.atInitech)
})

async function expectRejected(
  page: FlowPage,
  { email }: Person,
  reason: 'accountNotAllowed' | 'factorNeeded',
): Promise<void> {
  await inBothLanguages(page, async (language) => {
    await expect(page.getByText(texts[language][reason])).toBeVisible()
    await expect(page.locator('.notice')).toContainText(email)
  })
}

test('a user whose email address is of another domain, or whose account lacks what the company asks of it, reads that this account is not allowed (K2)', async ({
  page,
}) => {
  await page.goto(url)
  await page.getByRole('button', { name: tenants.initech.name, exact: true }).click()
  await page.getByRole('button', { name: 'Continue with Initech' }).click()
  await page.getByRole('button', { name: accounts.guestAtInitech.name }).click()
  await expectRejected(page, accounts.guestAtInitech, 'accountNotAllowed')
  await page.getByRole('button', { name: texts.en.backToOptions }).click()
  await expect(page.getByRole('button', { name: 'Continue with Initech' })).toBeVisible()

  const unproven = newPerson('globex.example.com')
  const password = 'mavi-deniz-2026'
  const tenantId = tenants.globex.id
  await createAccount(unproven, { provider: null, isProven: false, tenantId, password })
  await page.goto(url)
  await page.getByRole('button', { name: tenants.globex.name, exact: true }).click()
  await page.getByRole('button', { name: texts.en.password }).click()
  await page.getByLabel(texts.en.email, { exact: true }).fill(unproven.email)
  await page.getByLabel(texts.en.currentPassword, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expectRejected(page, unproven, 'accountNotAllowed')
})

test('a new user whose account the company does not allow reads the same before anything is set up for it (K2)', async ({
  page,
}) => {
  const tenantId = tenants.globex.id
  const password = 'mavi-deniz-2026'
  const person = newPerson('globex.example.com')
  await createAccount(person, {
    provider: null,
    isProven: false,
    isNewUser: true,
    tenantId,
    password,
  })
  await page.goto(url)
  await page.getByRole('button', { name: tenants.globex.name, exact: true }).click()
  await page.getByRole('button', { name: texts.en.password }).click()
  await page.getByLabel(texts.en.email, { exact: true }).fill(person.email)
  await page.getByLabel(texts.en.currentPassword, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expectRejected(page, person, 'accountNotAllowed')
  expect(await announcementsOf(person)).toEqual([])
})

test('an account without a second step reads in the application which pages it may not open and why, and is rejected at its next sign-in when the company requires one (K2)', async ({
  page,
}) => {
  const person = newPerson()
  const application = `${stack.gate}/rules?x=1`
  /** What the company changes in the config during the test. */
  const changes: { secondFactors?: string[] } = {}
  await configure(page, changes)
  await createAccount(person)
  await openProtected(page, application)
  await signInWith(page, person)
  await expectInApplication(page, application, person)
  const reasons = await page.evaluate(async () => {
    const read = async (path: string, language: string) => {
      const headers = { accept: 'text/html', 'accept-language': language }
      const text = await (await fetch(`/rules/${path}`, { headers })).text()
      return new DOMParser().parseFromString(text, 'text/html').querySelector('.text')?.textContent
    }
    const pages = ['company', 'email', 'method', 'role', 'second-step']
    return Promise.all(
      pages.flatMap((path) => ['en', 'tr'].map((language) => read(path, language))),
    )
  })
  expect(reasons.map((text) => /^(?:Reason|Neden): (.*)$/m.exec(text ?? '')?.[1])).toEqual([
    'This page is for other companies.',
    'Bu sayfa başka şirketler için.',
    'This page needs a verified email address of another domain.',
    'Bu sayfa için başka bir alan adından, doğrulanmış bir e-posta adresi gerekiyor.',
    'This page needs another way to sign in.',
    'Bu sayfa için başka bir yöntemle giriş yapmanız gerekiyor.',
    'Your account does not have the role or group that this page needs.',
    'Hesabınızda bu sayfanın gerektirdiği rol veya grup yok.',
    'This page needs a second step when you sign in. You cannot add one here: please ask your manager for it.',
    'Bu sayfa için girişte ikinci bir adım gerekiyor. Bu adımı burada ekleyemezsiniz: lütfen yöneticinizden isteyin.',
  ])

  changes.secondFactors = ['totp']
  await page.goto(`${application}&gcp-iap-mode=CLEAR_LOGIN_COOKIE`)
  await expectRejected(page, person, 'factorNeeded')
  await page.getByRole('button', { name: texts.en.backToOptions }).click()
  await expect(signInButton(page, 'google')).toBeVisible()
})
