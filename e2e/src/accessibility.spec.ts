import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { openProtected } from './journeys.ts'
import { signInRequest } from './requests.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'
import type { Language } from './words.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const screens: Record<string, (page: Page, language: Language) => Promise<void>> = {
  'sign-in': async (page, language) => openProtected(page, `${stack.gate}/`, language),
  'tenant choice': async (page, language) => {
    await page.goto(`${stack.tenantsGate}/`)
    await expect(page.getByRole('heading', { name: words[language].chooseTenant })).toBeVisible()
  },
  'signed out': async (page, language) => {
    await page.goto(signInRequest({ mode: 'signout', redirect_uri: null, state: null }))
    await expect(page.getByRole('heading', { name: words[language].signedOut })).toBeVisible()
  },
  error: async (page) => {
    await page.goto(signInRequest({ redirect_uri: 'javascript:alert(1)' }))
    await expect(page.getByRole('alert')).not.toBeEmpty()
  },
}

for (const language of ['en', 'tr'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, open] of Object.entries(screens)) {
      test(`${name}, ${language}, ${colorScheme}: no violation of WCAG 2.2 AA, nothing cut at 320 px`, async ({
        browser,
      }) => {
        // Axe is a script of the test's, which the page's own policy rightly refuses.
        const context = await browser.newContext({ colorScheme, bypassCSP: true })
        const page = await context.newPage()
        await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
        await open(page, language)
        await page.evaluate(axe)
        const violations = await page.evaluate(async () => {
          const { violations: found } = await (
            window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }
          ).axe.run({
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
          })
          return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
        })
        expect(violations).toEqual([])

        await page.setViewportSize({ width: 320, height: 256 })
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow).toBe(0)
        await context.close()
      })
    }
  }
}

type AxeResults = { violations: { id: string; nodes: { html: string }[] }[] }
