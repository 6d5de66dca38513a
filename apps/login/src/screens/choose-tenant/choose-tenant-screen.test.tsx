import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { button, createTestPage } from '../../testing/test-page.tsx'
import type { TestPage } from '../../testing/test-page.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

describe('tenant choice', () => {
  it('lists the companies by name', async () => {
    await page.openAt({
      name: 'chooseTenant',
      tenants: [
        { id: 'acme-1a2b3', name: 'Acme' },
        { id: 'globex-4c5d6', name: 'Globex' },
      ],
      choose: (tenantId) => page.pressed.push(tenantId),
    })
    expect(screen.getByRole('heading', { name: 'Choose your company' })).toBeTruthy()
    await userEvent.setup().click(button('Globex'))
    expect(page.pressed).toEqual(['globex-4c5d6'])
  })
})
