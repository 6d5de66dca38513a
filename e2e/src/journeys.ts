import { expectStoredAccounts } from './browser-storage.ts'
import { expect } from './engines/expect.ts'
import type { Finding, FlowLocator, FlowPage } from './engines/api/flow.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'
import type { Language } from './texts.ts'

type Account = { name: string; email: string }

/** Opens a URL of the protected application and waits until the sign-in methods are shown. */
export async function openProtected(page: FlowPage, url: string, language: Language = 'en') {
  await page.goto(url)
  await expect(signInButton(page, 'google', language)).toBeVisible()
  expect(new URL(page.url()).origin).toBe(stack.login)
}

export function signInButton<Found>(
  page: Finding<Found>,
  provider: 'google' | 'microsoft',
  language: Language = 'en',
): Found {
  return page.getByRole('button', { name: texts[language][provider] })
}

/** Presses the provider's button and chooses the account on the provider's page. */
export async function signInWith(
  page: FlowPage,
  account: Account,
  {
    provider = 'google',
    language = 'en',
  }: { provider?: 'google' | 'microsoft'; language?: Language } = {},
) {
  await signInButton(page, provider, language).click()
  await chooseAccount(page, account)
}

/** The identity emulator's stand-in for a provider's account page. */
export async function chooseAccount(page: FlowPage, { email }: Account) {
  await page.locator('.js-reuse-account', { hasText: email }).click()
}

/** Presses the provider's button and enters an account that is not on the provider's page yet. */
export async function signInAsNew(
  page: FlowPage,
  { name, email }: Account,
  {
    provider = 'microsoft',
    language = 'en',
  }: { provider?: 'google' | 'microsoft'; language?: Language } = {},
) {
  await signInButton(page, provider, language).click()
  await page.locator('.js-new-account').click()
  await page.locator('#email-input').fill(email)
  await page.locator('#display-name-input').fill(name)
  await page.locator('#sign-in').click()
}

/** The application is open at exactly this URL, and this user is signed in. */
export async function expectInApplication(page: FlowPage, url: string, { email }: Account) {
  await page.waitForURL(url)
  await expect(page.locator('#email')).toHaveText(email)
  await expect(page.locator('#address')).toHaveText(url)
}

/** Opens the URL, signs in, and waits for the application. */
export async function reachApplication(page: FlowPage, url: string, account: Account) {
  await openProtected(page, url)
  await signInWith(page, account)
  await expectInApplication(page, url, account)
}

/** Signs out on the sign-in page itself. */
export async function signOut(page: FlowPage) {
  await page.goto(`${stack.login}/?mode=signout&apiKey=demo-api-key`)
  await expect(page.getByRole('heading', { name: texts.en.signedOut })).toBeVisible()
  await expectStoredAccounts(page, 0)
}

/** Switches the page to the other language with the language list. */
export async function chooseLanguage(
  page: FlowPage,
  language: Language,
  press = (control: FlowLocator): Promise<void> => control.click(),
) {
  const from = language === 'tr' ? 'en' : 'tr'
  await press(page.getByRole('combobox', { name: texts[from].language }))
  await press(page.getByRole('option', { name: language === 'tr' ? 'Türkçe' : 'English' }))
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Takes a tenth of the time of a real press, which other steps make. */
const pressByScript = (control: FlowLocator): Promise<void> =>
  control.evaluate((element: HTMLElement) => element.click())

/** Checks the page in English, and in Turkish after the user has switched it, which changes nothing but the texts. */
export async function inBothLanguages(
  page: FlowPage,
  check: (language: Language) => Promise<void>,
): Promise<void> {
  await check('en')
  await chooseLanguage(page, 'tr', pressByScript)
  await check('tr')
  await chooseLanguage(page, 'en', pressByScript)
}
