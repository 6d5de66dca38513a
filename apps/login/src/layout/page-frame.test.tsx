import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { demoConfig } from '../testing/demo-config.ts'
import { createTestPage } from '../testing/test-page.tsx'
import type { TestPage } from '../testing/test-page.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

describe('layout (A8)', () => {
  it('has the year, two social links and the provider’s site, by language', async () => {
    await page.openAt(page.signInButtons)
    expect(screen.getByRole('complementary').textContent).toContain('© 2031 Acme Portal')
    expect(screen.getByRole('link', { name: 'LinkedIn' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'X' })).toBeTruthy()
    const provider = screen.getByRole('link', { name: /^Powered by Foyer/ })
    expect(provider.getAttribute('href')).toBe('https://provider.example/')
    expect(provider.getAttribute('target')).toBe('_blank')
  })

  it('leads a Turkish visitor to the provider’s Turkish site', async () => {
    await page.openAt(page.signInButtons, 'tr')
    const provider = screen.getByRole('link', { name: /^Altyapı Foyer/ })
    expect(provider.getAttribute('href')).toBe('https://provider.example/tr')
  })

  it('takes the deployment’s accent', async () => {
    await page.openAt(page.signInButtons)
    act(() => page.store.setState({ config: { ...demoConfig, branding: { accent: '#552288' } } }))
    const root = document.querySelector<HTMLElement>('.page')
    expect(root?.style.getPropertyValue('--brand')).toBe('#552288')
  })
})
