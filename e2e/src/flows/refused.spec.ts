import { accounts, tenants } from '../accounts.ts'
import { newAuthenticator } from '../authenticator.ts'
import { configure } from '../configured.ts'
import type { FlowPage } from '../engines/api/flow.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { createAccount } from '../identity-admin.ts'
import { awaitEmail, signInLinkIn } from '../inbox.ts'
import {
  chooseAccount,
  expectInApplication,
  inBothLanguages,
  openProtected,
  signInButton,
} from '../journeys.ts'
import { newPerson } from '../people.ts'
import {
  awaitCode,
  codeField,
  countryField,
  expectInApplicationByPhone,
  newPhone,
  openPhone,
  phoneCalls,
  sendCode,
  wrongCodeFor,
} from '../phone.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

// How each method explains the refusals of Identity Platform, and a lost network. They are made in the browser, because the
// emulator has few of them. What a user can mistype, such as a code, is in the specs of the methods.

const url = `${stack.tenantsGate}/refused?x=1`

type Text = keyof typeof texts.en

/** An error of Identity Platform, or a network that is lost. */
type Refusal = string | typeof lost
const lost = null

/** The user cannot go on with this account or this method. */
const lasting = [
  ['USER_DISABLED', 'deactivated'],
  ['OPERATION_NOT_ALLOWED', 'methodUnavailable'],
] as const
/** The user can repeat the step. */
const passing = [
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'tooManyRequests'],
  [lost, 'unreachable'],
] as const

/** The response of our own server. */
const tooMany = { code: 'resource-exhausted', message: 'Too many requests' }

const button = (page: FlowPage, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: FlowPage, label: string) => page.getByLabel(label, { exact: true })

/** Refuses these calls of the page to the identity service. @returns a function that ends it */
async function refuse(page: FlowPage, calls: string, refusal: Refusal) {
  await page.route(calls, (route) =>
    refusal === lost
      ? route.abort()
      : route.fulfill({ status: 400, json: { error: { code: 400, message: refusal } } }),
  )
  return () => page.unroute(calls)
}

/** Tries the step once for each refusal, and reads why it failed. The page must be as before after each. */
async function expectRefused(
  page: FlowPage,
  calls: string,
  refusals: readonly (readonly [Refusal, Text])[],
  attempt: () => Promise<void>,
): Promise<void> {
  for (const [refusal, text] of refusals) {
    const accept = await refuse(page, calls, refusal)
    await attempt()
    await expectReason(page, text)
    await accept()
  }
}

function expectReason(page: FlowPage, text: Text): Promise<void> {
  return inBothLanguages(page, (language) =>
    expect(page.locator('.alert')).toContainText(texts[language][text]),
  )
}

async function openCompany(page: FlowPage, company: { name: string }): Promise<void> {
  await page.goto(url)
  await button(page, company.name).click()
}

/** The provider's page asks for the account once, because the user stays signed in there. */
function chooseOnce(name: string): (page: FlowPage) => Promise<void> {
  let isChosen = false
  return async (page) => {
    if (!isChosen) await page.getByRole('button', { name }).click()
    isChosen = true
  }
}

for (const [provider, company, account, method, choose] of [
  ['Google', tenants.globex, accounts.atGlobex, texts.en.google, chooseAccount],
  ['SAML', tenants.acme, accounts.atAcmeBySaml, 'Continue with Acme', chooseAccount],
  [
    'OpenID Connect',
    tenants.initech,
    accounts.atInitech,
    'Continue with Initech',
    chooseOnce(accounts.atInitech.name),
  ],
] as const)
  test(`a user who is refused after the sign-in at the provider reads why, and can try again: ${provider}`, async ({
    page,
  }) => {
    const attempt = async () => {
      await page.getByRole('button', { name: method }).click()
      await choose(page, account)
    }
    const refusals = [
      ...lasting,
      ['ADMIN_ONLY_OPERATION', 'accountMissing'],
      ['INVALID_IDP_RESPONSE', 'invalidCredential'],
      ...passing,
    ] as const
    await openCompany(page, company)
    await expectRefused(page, '**/accounts:signInWithIdp?*', refusals, attempt)
    await button(page, texts.en.retry).click()
    await expectInApplication(page, url, account)
  })

test('a user whose phone number, code or password is refused reads why on the same step, and can try again', async ({
  page,
}) => {
  const phone = newPhone()
  await openPhone(page, `${stack.gate}/refused`)
  const send = () => sendCode(page, phone)
  await expectRefused(page, phoneCalls.send, [...lasting, ...passing], send)
  await button(page, texts.en.retry).click()
  await expect(codeField(page)).toBeVisible()
  const code = await awaitCode(phone)
  const refusals = [['ADMIN_ONLY_OPERATION', 'numberUnknown'], ...lasting, ...passing] as const
  // A code that was not checked may be tried again.
  await expectRefused(page, phoneCalls.confirm, refusals, () => codeField(page).fill(code))
  await button(page, texts.en.retry).click()
  await expectInApplicationByPhone(page, `${stack.gate}/refused`)

  const person = newPerson('globex.example.com')
  const password = 'mavi-deniz-2026'
  await createAccount(person, { provider: null, tenantId: tenants.globex.id, password })
  await openCompany(page, tenants.globex)
  await button(page, texts.en.password).click()
  await field(page, texts.en.email).fill(person.email)
  await field(page, texts.en.currentPassword).fill(password)
  await expectRefused(page, '**/accounts:signInWithPassword?*', [...lasting, ...passing], () =>
    button(page, texts.en.signIn).click(),
  )
  await button(page, texts.en.retry).click()
  await expectInApplication(page, url, person)
})

test('a user whose email link is refused reads why, and can try again if that helps', async ({
  browser,
}) => {
  for (const [refusal, text] of [lasting[0], passing[1]]) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const person = newPerson('globex.example.com')
    await createAccount(person, { provider: null, tenantId: tenants.globex.id })
    await openCompany(page, tenants.globex)
    await button(page, texts.en.emailLink).click()
    await field(page, texts.en.email).fill(person.email)
    await page.keyboard.press('Enter')
    const opened = await context.newPage()
    const accept = await refuse(opened, '**/accounts:signInWithEmailLink?*', refusal)
    await opened.goto(signInLinkIn(await awaitEmail(person)))
    await button(opened, texts.en.signIn).click()
    await expectReason(opened, text)
    await accept()
    if (refusal === lost) {
      await button(opened, texts.en.retry).click()
      await expectInApplication(opened, url, person)
    }
    await context.close()
  }
})

test('a user whose second factor is refused reads why on the same step, and can try again', async ({
  page,
}) => {
  const signIn = async (person: { name: string; email: string }) => {
    await signInButton(page, 'google').click()
    await chooseAccount(page, person)
  }
  const [messages, apps, phone] = [newPerson(), newPerson(), newPhone()]
  await createAccount(messages, { secondPhones: [phone.e164] })
  const app = await newAuthenticator(apps.email)
  await createAccount(apps, { app: app.uid })

  await openProtected(page, `${stack.gate}/refused`)
  await signIn(messages)
  const send = page.getByRole('button', { name: texts.en.sendToPhone + phone.e164.slice(-4) })
  await expectRefused(
    page,
    '**/mfaSignIn:start?*',
    [['INVALID_PHONE_NUMBER', 'methodUnavailable'], lasting[1], ...passing],
    () => send.click(),
  )
  await button(page, texts.en.retry).click()
  await expect(codeField(page)).toBeVisible()
  const code = await awaitCode(phone)
  await expectRefused(page, '**/mfaSignIn:finalize?*', [lasting[1], ...passing], () =>
    codeField(page).fill(code),
  )
  // These end the sign-in, so the methods are shown.
  await expectRefused(page, '**/mfaSignIn:finalize?*', [lasting[0]], () =>
    button(page, texts.en.retry).click(),
  )

  await signIn(apps)
  await expectRefused(page, '**/mfaSignIn:finalize?*', [lasting[1], ...passing], () =>
    codeField(page).fill(app.code()),
  )
  await expectRefused(
    page,
    '**/mfaSignIn:finalize?*',
    [['INVALID_MFA_PENDING_CREDENTIAL', 'signInAgain']],
    () => button(page, texts.en.retry).click(),
  )
})

test('a user whose new second factor is refused reads why on the same step, and can try again', async ({
  page,
}) => {
  const person = newPerson()
  await createAccount(person)
  await configure(page, { secondFactors: ['totp', 'phone'] })
  // In a lower window, a message moves the form with the QR code.
  await page.setViewportSize({ width: 1280, height: 960 })
  await openProtected(page, `${stack.gate}/refused`)
  await signInButton(page, 'google').click()
  await chooseAccount(page, person)
  const refusals = [['UNVERIFIED_EMAIL', 'emailUnverified'], lasting[1], ...passing] as const
  await expectRefused(page, '**/mfaEnrollment:start?*', refusals, () =>
    button(page, texts.en.useApp).click(),
  )
  await button(page, texts.en.retry).click()
  await expectRefused(page, '**/mfaEnrollment:finalize?*', [lasting[1], ...passing], () =>
    codeField(page).fill('123456'),
  )
  await expectRefused(page, '**/mfaEnrollment:finalize?*', [lasting[0]], () =>
    button(page, texts.en.retry).click(),
  )

  await signInButton(page, 'google').click()
  await chooseAccount(page, person)
  await button(page, texts.en.useMessages).click()
  const phone = newPhone()
  await countryField(page).selectOption('TR')
  const send = () => sendCode(page, phone)
  await expectRefused(page, '**/mfaEnrollment:start?*', [lasting[1], ...passing], send)
  await button(page, texts.en.retry).click()
  const code = await awaitCode(phone)
  await codeField(page).fill(wrongCodeFor(code))
  await inBothLanguages(page, (language) =>
    expect(codeField(page, language)).toHaveAccessibleDescription(texts[language].wrongCode),
  )
  await codeField(page).fill(code)
  await expectInApplication(page, `${stack.gate}/refused`, person)
  await expect(page.locator('#second-factor')).toHaveText('phone')
})

test('a user who asks for too many emails, or without a network, reads why on the same step, and can try again', async ({
  page,
  browser,
}) => {
  const { email } = newPerson('globex.example.com')
  const expectNoEmail = async (shown: FlowPage, call: string, label: string, press: string) => {
    await field(shown, label).fill(email)
    for (const [refusal, text] of passing) {
      await shown.route(call, (route) =>
        refusal === lost
          ? route.abort()
          : route.fulfill({ status: 429, json: { ...tooMany, requestId: 'QJ5K-000000' } }),
      )
      await button(shown, press).click()
      await expectReason(shown, text)
      await shown.unroute(call)
    }
    await button(shown, texts.en.retry).click()
    await expect(shown.locator('.sent output')).toContainText(email)
  }
  await openCompany(page, tenants.globex)
  await button(page, texts.en.emailLink).click()
  await expectNoEmail(page, '**/email-link', texts.en.email, texts.en.sendLink)
  await button(page, texts.en.backToOptions).click()
  await button(page, texts.en.password).click()
  await button(page, texts.en.forgotPassword).click()
  await expectNoEmail(page, '**/password/link', texts.en.email, texts.en.sendLink)

  const another = await (await browser.newContext()).newPage()
  await configure(another, { listTenants: false })
  await another.goto(url)
  await expectNoEmail(another, '**/company', texts.en.workEmail, texts.en.continue)
  await another.context().close()
})
