import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { confirmAccountScreen } from '../../page/late-parts.tsx'
import { show } from '../store.ts'
import { button, createTestPage } from '../../testing/test-page.tsx'
import type { TestPage } from '../../testing/test-page.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

describe('tenant choice', () => {
  it('markup and an apostrophe in a company name are shown as plain text (FM-09f)', async () => {
    const names = ['<b>X</b> Ltd', "Terry's Toilets", 'Öz & Oğulları A.Ş.']
    await page.openAt({
      name: 'chooseTenant',
      tenants: names.map((name, index) => ({ id: `company-${index}`, name })),
    })
    for (const name of names) expect(screen.getByText(name).children).toHaveLength(0)
    expect(document.querySelector('b')).toBeNull()
  })

  it('a right-to-left company name is isolated from the text around it, in every sentence with a name (FM-07e)', async () => {
    const name = 'فاطمة'
    await page.openAt({ name: 'chooseTenant', tenants: [{ id: 'a', name }] })
    expect(screen.getByText(name).tagName).toBe('BDI')
    await confirmAccountScreen.load()
    act(() =>
      show(page.store, {
        name: 'confirmAccount',
        current: { label: null, company: name },
        other: { label: 'ayse@example.com', company: name },
      }),
    )
    const buttons = screen.getAllByRole('button').map(({ textContent, children: [label] }) => {
      const isolated = label?.querySelector('bdi')?.textContent ?? ''
      return [textContent, isolated]
    })
    expect(buttons).toEqual([
      [`Continue as ${name}`, name],
      [`Switch to ayse@example.com (${name})`, `ayse@example.com (${name})`],
    ])
  })

  it('the company used last is marked in words and has the focus, so that Enter is enough', async () => {
    await page.openAt({
      name: 'chooseTenant',
      tenants: [
        { id: 'globex-4c5d6', name: 'Globex' },
        { id: 'acme-1a2b3', name: 'Acme' },
      ],
      lastUsed: 'globex-4c5d6',
    })
    const last = button('Globex')
    expect(document.activeElement).toBe(last)
    const mark = document.getElementById(last.getAttribute('aria-describedby') ?? '')
    expect(mark?.textContent).toBe('Last used')
    await userEvent.setup().keyboard('{Enter}')
    expect(page.pressed).toEqual(['globex-4c5d6'])
  })

  it('the companies are listed by name', async () => {
    await page.openAt({
      name: 'chooseTenant',
      tenants: [
        { id: 'acme-1a2b3', name: 'Acme' },
        { id: 'globex-4c5d6', name: 'Globex' },
      ],
    })
    expect(screen.getByRole('heading', { name: 'Choose your company' })).toBeTruthy()
    await userEvent.setup().click(button('Globex'))
    expect(page.pressed).toEqual(['globex-4c5d6'])
  })

  const named = (count: number) =>
    Array.from({ length: count }, (_each, index) => ({
      id: `company-${index}`,
      name: `Company ${index + 1}`,
    }))
  const rows = () => document.querySelectorAll('.companies li').length
  const hint = () => document.querySelector('.search output')

  it.each([
    [7, 7, undefined],
    [49, 49, ''],
    [50, 50, ''],
    [51, 50, 'The first 50 of 51 companies are shown. Type more of the name to find yours.'],
    [
      10_000,
      50,
      'The first 50 of 10,000 companies are shown. Type more of the name to find yours.',
    ],
  ])('of %d companies %d are shown, with the hint %j', async (count, shown, text) => {
    await page.openAt({ name: 'chooseTenant', tenants: named(count) })
    expect(rows()).toBe(shown)
    expect(hint()?.textContent).toBe(text)
  })

  it('the number of matches among thousands of companies is announced, and every company can be found', async () => {
    await page.openAt({ name: 'chooseTenant', tenants: named(2000) })
    const user = userEvent.setup()
    await user.type(screen.getByRole('searchbox', { name: 'Search for your company' }), '199')
    expect(hint()?.textContent).toBe('12 companies found.')
    await user.type(screen.getByRole('searchbox'), '9')
    expect(hint()?.textContent).toBe('1 company found.')
    await user.tab()
    expect(document.activeElement).toBe(button('Company 1999'))
    await user.keyboard('{Enter}')
    expect(page.pressed).toEqual(['company-1998'])
  })

  it('a logo is loaded when it comes into view, and its company keeps an initial if it cannot be shown', async () => {
    const logoUrl = 'https://images.acme.example/a.svg'
    await page.openAt({ name: 'chooseTenant', tenants: [{ id: 'acme', name: 'Acme', logoUrl }] })
    const logo = document.querySelector('img[src="https://images.acme.example/a.svg"]')
    expect(logo?.getAttribute('loading')).toBe('lazy')
    act(() => void logo?.dispatchEvent(new Event('error')))
    expect(button('Acme').querySelector('img')).toBeNull()
    expect(button('Acme').querySelector('.initial')?.textContent).toBe('A')
  })
})
