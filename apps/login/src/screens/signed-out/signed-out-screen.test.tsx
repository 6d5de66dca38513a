import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { demoConfig } from '../../testing/demo-config.ts'
import { createTestPage } from '../../testing/test-page.tsx'
import type { TestPage } from '../../testing/test-page.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

describe('signed-out screen', () => {
  it('stays, and leads to the application (IAP-02)', async () => {
    await page.openAt({ name: 'signedOut' }, 'tr')
    expect(screen.getByRole('heading', { name: 'Oturumunuz kapatıldı.' })).toBeTruthy()
    const again = screen.getByRole('link', { name: 'Yeniden giriş yap' })
    expect(again.getAttribute('href')).toBe(demoConfig.productURL)
  })
})
