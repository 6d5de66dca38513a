import { expect, test } from '@playwright/test'
import { accountsOf, createAccount } from './identity-admin.ts'
import { awaitMail, confirmationLinkIn, mailsTo } from './inbox.ts'
import { inviteByPartner, invitationIn, runOperatorCommand } from './invitations.ts'
import { expectInApplication, reachApplication } from './journeys.ts'
import { newPerson } from './people.ts'
import type { Person } from './people.ts'
import { fillRegistration, registrationField, submitRegistration } from './registration.ts'
import { onPostgres, stack } from './stack.ts'
import { words } from './words.ts'

const product = `${stack.gate}/`
const form = `${stack.login}/registration`

test.describe('with an invitation', () => {
  test('made by the operator’s command: form, account, welcome, application (A3a)', async ({
    page,
  }) => {
    const person = newPerson()
    const output = await runOperatorCommand(
      'invite',
      '--email',
      person.email,
      '--company',
      'Acar A.Ş.',
    )
    const link = /https?:\/\/\S+#invitation=\S+/.exec(output)?.[0] ?? ''
    await page.goto(link)
    await expect(registrationField(page, 'company')).toHaveValue('Acar A.Ş.')
    await expect(registrationField(page, 'email')).toHaveValue(person.email)
    expect(page.url()).toBe(form)

    await fillRegistration(page, { firstName: 'Derya', lastName: 'Acar' })
    await submitRegistration(page)
    await expectInApplication(page, product, person)
    expect(await accountsOf(person)).toMatchObject([{ isProven: true, claims: {} }])
  })

  test('that has expired: the words say what to do', async ({ page }) => {
    const person = newPerson()
    await page.goto(await inviteByPartner({ email: person.email, seconds: '-60' }))
    await fillRegistration(page, { firstName: 'Derya', lastName: 'Acar' })
    await submitRegistration(page)
    await expect(page.getByRole('alert')).toContainText(words.en.registrationExpired)
    expect(await accountsOf(person)).toEqual([])
  })

  test('used for another address than it is for: refused, past any form', async ({ request }) => {
    const [invited, thief] = [newPerson(), newPerson()]
    const invitation = invitationIn(await inviteByPartner({ email: invited.email, company: 'A' }))
    const answer = await request.post(form, {
      headers: { 'idempotency-key': crypto.randomUUID(), origin: stack.login },
      data: { ...entered(thief), company: 'A', invitation, language: 'en' },
    })
    expect(answer.status()).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'registration-refused' })
    expect(await accountsOf(thief)).toEqual([])
  })
})

test.describe('without an invitation', () => {
  test(
    'a mail proves the address: its link and a press of the button make the account',
    { tag: onPostgres },
    async ({ page, browser }) => {
      const person = newPerson()
      await page.goto(form)
      await fillRegistration(page, entered(person))
      await submitRegistration(page)
      await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
      expect(await accountsOf(person)).toEqual([])

      // The mail may be read on another device.
      const another = await (await browser.newContext()).newPage()
      await another.goto(confirmationLinkIn(await awaitMail(person)))
      await expect(another.getByRole('button', { name: words.en.createAccount })).toBeEnabled()
      // Opening the link, as mail scanners do, has changed nothing.
      expect(await accountsOf(person)).toEqual([])
      expect(another.url()).toBe(form)

      await submitRegistration(another)
      await expectInApplication(another, product, person)
      expect(await accountsOf(person)).toMatchObject([{ isProven: true, claims: {} }])
      await another.context().close()
    },
  )

  test('the link of the mail works once', async ({ page, browser }) => {
    const person = newPerson()
    await page.goto(form)
    await fillRegistration(page, entered(person))
    await submitRegistration(page)
    const link = confirmationLinkIn(await awaitMail(person))
    const tab = await page.context().newPage()
    await tab.goto(link)
    await submitRegistration(tab)
    await expectInApplication(tab, product, person)

    const another = await (await browser.newContext()).newPage()
    await another.goto(link)
    await submitRegistration(another)
    await expect(another.getByRole('alert')).toContainText('You already have an account.')
    await another.context().close()
  })
})

test.describe('the form', () => {
  test('names every fault at its field and in a summary that takes the focus; values stay (D10a)', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(request.url())
    })
    await page.goto(form)
    await registrationField(page, 'email').fill('ann@')
    await registrationField(page, 'company').fill('x'.repeat(201))
    await submitRegistration(page)
    const summary = page.getByRole('region', { name: 'There is a problem with 4 fields:' })
    await expect(summary).toBeFocused()
    await expect(registrationField(page, 'firstName')).toHaveAccessibleDescription(
      words.en.required,
    )
    await expect(registrationField(page, 'email')).toHaveValue('ann@')
    await summary.getByRole('link', { name: /^Email/ }).click()
    await expect(registrationField(page, 'email')).toBeFocused()
    expect(asked).toEqual([])
  })

  test('keeps what was typed and the invitation across a reload', async ({ page }) => {
    const person = newPerson()
    await page.goto(await inviteByPartner({ email: person.email, company: 'Acar' }))
    await fillRegistration(page, { firstName: 'Derya', lastName: 'Acar' })
    await page.reload()
    await expect(registrationField(page, 'firstName')).toHaveValue('Derya')
    await submitRegistration(page)
    await expectInApplication(page, product, person)
  })

  test(
    'sent twice in a moment makes one account and one mail',
    { tag: onPostgres },
    async ({ page }) => {
      const person = newPerson()
      await page.goto(form)
      await fillRegistration(page, entered(person))
      await page.getByRole('button', { name: words.en.createAccount }).dblclick()
      await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
      const tab = await page.context().newPage()
      await tab.goto(confirmationLinkIn(await awaitMail(person)))
      await tab.getByRole('button', { name: words.en.createAccount }).dblclick()
      await expectInApplication(tab, product, person)
      expect(await accountsOf(person)).toHaveLength(1)
      const asked = (await mailsTo(person)).filter(({ links }) =>
        links.some((link) => link.includes('#confirmation=')),
      )
      expect(asked).toHaveLength(1)
    },
  )

  test('an answer that is lost on its way is asked for again with the same key: one mail', async ({
    page,
  }) => {
    const person = newPerson()
    const keys: (string | undefined)[] = []
    let losses = 1
    await page.route('**/registration', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(route.request().headers()['idempotency-key'])
      if (losses === 0) return route.continue()
      losses -= 1
      await route.fetch()
      return route.abort('connectionreset')
    })
    await page.goto(form)
    await fillRegistration(page, entered(person))
    await submitRegistration(page)
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await submitRegistration(page)
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    expect(keys[0]).toBe(keys[1])
    await awaitMail(person, { count: 1 })
  })

  test('the same key with another body is refused', async ({ request }) => {
    const headers = { 'idempotency-key': crypto.randomUUID(), origin: stack.login }
    const data = { ...entered(newPerson()), language: 'en' }
    const [first, again] = [
      await request.post(form, { headers, data }),
      await request.post(form, { headers, data }),
    ]
    expect([first.status(), again.status()]).toEqual([202, 202])
    const other = await request.post(form, { headers, data: { ...data, firstName: 'Other' } })
    expect(other.status()).toBe(422)
    expect(await other.json()).toMatchObject({ code: 'idempotency-key-reused' })
  })
})

test('whoever is signed in already is asked before the new account takes over', async ({
  page,
}) => {
  const [resident, person] = [newPerson(), newPerson()]
  await createAccount(resident)
  await reachApplication(page, product, resident)
  await page.goto(await inviteByPartner({ email: person.email, company: 'Acar' }))
  await fillRegistration(page, { firstName: 'Derya', lastName: 'Acar' })
  await submitRegistration(page)
  // The application's session is the gate's affair, and lasts.
  await page.context().clearCookies()
  await page.getByRole('button', { name: `Switch to ${person.email}` }).click()
  await expectInApplication(page, product, person)
})

const entered = ({ email }: Person) => ({
  firstName: 'Derya',
  lastName: 'Acar',
  email,
  company: 'Acar',
})
