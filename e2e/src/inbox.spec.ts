import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { axe, smallTargets, violations, violationsByColors } from './accessibility.ts'
import { reachApplication } from './journeys.ts'
import { newPerson } from './people.ts'
import { fillRegistration, submitRegistration } from './registration.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

test('the local inbox shows an email as an email program would, in dark mode too, and its link opens the page', async ({
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
  const email = page.locator('#messages > li', { hasText: person.email })
  await email.getByText('As shown by an email program').click()
  const shown = email.frameLocator('iframe').getByText('Derya')
  await expect(shown).toBeVisible()
  await expect(shown).toHaveCSS('color', 'rgb(28, 35, 33)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(shown).toHaveCSS('color', 'rgb(236, 238, 235)')
  await expect(email.frameLocator('iframe').locator('.card')).toHaveCSS(
    'background-color',
    'rgb(27, 32, 31)',
  )
  await page.emulateMedia({ colorScheme: 'light' })
  await email.getByRole('link', { name: /#confirmation=/ }).click()
  await expect(page.getByRole('button', { name: texts.en.createAccount })).toBeVisible()
})

test('the inbox and the sample application violate no rule of WCAG 2.2 AA, in light and in dark mode', async ({
  browser,
}) => {
  // The test injects axe, which the pages' content security policy blocks.
  const page = await browser.newPage({ bypassCSP: true })
  await reachApplication(page, `${stack.gate}/`, accounts.ordinary)
  for (const [colorScheme, find] of [
    ['light', violations],
    ['dark', violationsByColors],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${stack.gate}/`)
    await page.evaluate(axe)
    expect(await page.evaluate(find), `sample application, ${colorScheme}`).toEqual([])
    expect(await page.evaluate(smallTargets)).toEqual([])

    await page.goto(`${stack.login}/local/inbox`)
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
    await page.evaluate(axe)
    expect(await page.evaluate(find), `inbox, ${colorScheme}`).toEqual([])
  }
  await page.close()
})
