import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { begin, show } from '../sign-in/store.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createTestPage } from '../testing/test-page.tsx'
import type { TestPage } from '../testing/test-page.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

describe('the layout', () => {
  it('the page has a copyright line with the year and two social links (A8a)', async () => {
    await page.openAt(page.signInButtons)
    const panel = screen.getByRole('complementary')
    expect(panel.textContent).toContain('© 2031 Acme Portal')
    expect(
      within(panel)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['LinkedIn', 'X'])
  })

  it('the Powered by link opens the provider’s international site in a new tab (A8b)', async () => {
    await page.openAt(page.signInButtons)
    const provider = screen.getByRole('link', { name: /^Powered by Foyer/ })
    expect(provider.getAttribute('href')).toBe('https://provider.example/')
    expect(provider.getAttribute('target')).toBe('_blank')
  })

  it('the Powered by link opens the provider’s Turkish site in a new tab if the language is Turkish (A8b)', async () => {
    await page.openAt(page.signInButtons, 'tr')
    const provider = screen.getByRole('link', { name: /^Altyapı: Foyer/ })
    expect(provider.getAttribute('href')).toBe('https://provider.example/tr')
    expect(provider.getAttribute('target')).toBe('_blank')
  })

  it('the page has the branding’s links, and links to other sites open in a new tab without an opener', async () => {
    await page.openAt(page.signInButtons)
    const links = {
      privacyUrl: 'https://provider.example/privacy',
      termsUrl: 'https://provider.example/terms',
    }
    const branding = { ...demoConfig.branding, ...links }
    act(() => page.store.setState({ config: { ...demoConfig, branding } }))
    const shown = screen
      .getAllByRole<HTMLAnchorElement>('link')
      .map(({ textContent, href, target, rel }) => [textContent.trim(), href, target, rel])
    const outward = ['_blank', 'noopener noreferrer']
    expect(shown).toEqual([
      ['LinkedIn', 'https://www.linkedin.com/company/acme', ...outward],
      ['X', 'https://x.com/acme', ...outward],
      [expect.stringContaining('Powered by'), 'https://provider.example/', ...outward],
      ['Privacy', links.privacyUrl, '', ''],
      ['Terms of use', links.termsUrl, '', ''],
    ])
  })

  it('the page has the deployment’s accent colour', async () => {
    await page.openAt(page.signInButtons)
    act(() => page.store.setState({ config: { ...demoConfig, branding: { accent: '#552288' } } }))
    const root = document.querySelector<HTMLElement>('.page')
    expect(root?.style.getPropertyValue('--brand')).toBe('#552288')
  })

  it('a step has a transition, and the first screen has none, also after the loading view', async () => {
    const moved = () => document.querySelector('.page')?.getAttribute('data-moved')
    const linkSent = {
      name: 'linkSent',
      email: 'ayse@example.com',
      resendAt: 0,
      mails: 1,
    } as const
    await page.open()
    act(() => show(page.store, page.signInButtons))
    expect(moved()).toBeNull()
    act(() => begin(page.store, 'google.com'))
    expect(moved()).toBeNull()

    const seen = []
    for (const step of [linkSent, { name: 'methods' } as const, linkSent]) {
      act(() => show(page.store, { ...page.signInButtons, step }))
      seen.push(moved())
    }
    // Another value each time, so that the transition starts again.
    expect(seen).toEqual(['odd', 'even', 'odd'])
    act(() => show(page.store, { name: 'loading' }))
    act(() => show(page.store, page.signInButtons))
    expect(moved()).toBeNull()
  })
})
