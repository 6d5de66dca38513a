import { accounts, tenants } from '../accounts.ts'
import { configureTenant } from '../configured.ts'
import type { FlowPage } from '../engines/api/flow.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { expectInApplication, inBothLanguages } from '../journeys.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

const url = `${stack.tenantsGate}/team?x=1`

const account = (page: FlowPage) => page.getByRole('button', { name: accounts.atInitech.name })

test('the only provider of a company, an OpenID Connect server, is opened without a press in the language of the page, Back and Cancel lead to its button, and the user signs in (K1c, K1f)', async ({
  page,
}) => {
  await configureTenant(page, tenants.initech.id, {
    methods: [
      {
        provider: 'oidc.initech',
        label: { en: 'Initech', tr: 'Initech' },
        languageParameter: 'ui_locales',
        immediate: true,
      },
    ],
  })
  const asked: URL[] = []
  page.on('request', (request) => {
    const address = new URL(request.url())
    if (address.origin === stack.initech && address.pathname === '/auth') asked.push(address)
  })
  await page.goto(url)
  await page.getByRole('button', { name: tenants.initech.name, exact: true }).click()
  await expect(account(page)).toBeVisible()
  await page.goBack()
  const button = page.getByRole('button', { name: 'Continue with Initech' })
  await button.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await inBothLanguages(page, (language) =>
    expect(page.getByText(texts[language].cancelled)).toBeVisible(),
  )
  await button.click()
  await account(page).click()
  await expectInApplication(page, url, accounts.atInitech)
  await expect(page.locator('#tenant')).toHaveText(tenants.initech.id)
  await expect(page.locator('#provider')).toHaveText('oidc.initech')
  expect(asked.map(({ searchParams }) => searchParams.get('ui_locales'))).toEqual([
    'en',
    'en',
    'en',
  ])
})
