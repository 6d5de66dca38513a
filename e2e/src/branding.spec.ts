import { expect, test } from '@playwright/test'
import { tenants } from './accounts.ts'
import { configure } from './configured.ts'
import { openProtected } from './journeys.ts'
import { signInRequest } from './requests.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

const url = `${stack.gate}/branding`

const branding = {
  productName: 'Harbour',
  accent: '#7a1f3d',
  panelColor: '#102a54',
  panelImageUrl: '/flags/tr.svg',
  logoUrl: '/favicon.svg',
  socialLinks: [
    { name: 'LinkedIn', url: 'https://www.linkedin.com/company/harbour' },
    { name: 'Blog', url: 'https://blog.example.com/' },
  ],
  providerUrl: {
    tr: 'https://provider.example.com/tr',
    international: 'https://provider.example.com/',
  },
  privacyUrl: 'https://provider.example.com/privacy',
  termsUrl: 'https://provider.example.com/terms',
}

test('the config alone gives a deployment its name, logo, colours and panel image', async ({
  page,
}) => {
  await configure(page, { branding })
  await openProtected(page, url)
  await expect(page).toHaveTitle('Sign in · Harbour')
  const panel = page.getByRole('complementary')
  await expect(panel).toContainText('Harbour')
  const logo = panel.locator('img').first()
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const image = await panel.evaluate((element) => getComputedStyle(element).backgroundImage)
  expect(image).toContain(`url("${stack.login}/flags/tr.svg")`)
  await expect(panel).toHaveCSS('background-color', 'rgb(16, 42, 84)')

  await page.goto(signInRequest({ mode: 'signout', redirect_uri: null, state: null }))
  await expect(page.getByRole('link', { name: 'Sign in again' })).toHaveCSS(
    'background-color',
    'rgb(122, 31, 61)',
  )
})

test('a tenant’s branding replaces that of the deployment once the tenant is chosen', async ({
  page,
}) => {
  await configure(page, {
    branding,
    tenants: {
      [tenants.acme.id]: {
        name: tenants.acme.name,
        panelColor: '#0b3d2e',
        logoUrl: '/flags/en.svg',
      },
      [tenants.globex.id]: { name: tenants.globex.name },
    },
  })
  await page.goto(`${stack.tenantsGate}/branding`)
  const panel = page.getByRole('complementary')
  await expect(page.getByRole('heading', { name: texts.en.chooseTenant })).toBeVisible()
  await expect(panel).toHaveCSS('background-color', 'rgb(16, 42, 84)')

  await page.getByRole('button', { name: tenants.acme.name }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(panel).toHaveCSS('background-color', 'rgb(11, 61, 46)')
  await expect(panel.locator('img')).toHaveAttribute('src', '/flags/en.svg')

  await page.goBack()
  await expect(page.getByRole('heading', { name: texts.en.chooseTenant })).toBeVisible()
  await expect(panel).toHaveCSS('background-color', 'rgb(16, 42, 84)')
})
