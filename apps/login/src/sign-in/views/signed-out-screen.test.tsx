import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../store.ts'
import { demoConfig } from '../../testing/demo-config.ts'
import { createTestPage } from '../../testing/test-page.tsx'
import type { TestPage } from '../../testing/test-page.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

describe('signed-out screen', () => {
  it('the signed-out screen stays until the user acts, and has a link to the application (IAP-02a)', async () => {
    await page.openAt({ name: 'signedOut' }, 'tr')
    expect(screen.getByRole('heading', { name: 'Oturumunuz kapatıldı.' })).toBeTruthy()
    const again = screen.getByRole('link', { name: 'Yeniden giriş yap' })
    expect(again.getAttribute('href')).toBe(demoConfig.productURL)
    vi.useFakeTimers()
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000))
    vi.useRealTimers()
    expect(again.isConnected).toBe(true)
  })
})

describe('a sign-out that redirects back here', () => {
  const chooseTenant = { name: 'chooseTenant', tenants: [], choose() {} } as const

  it('after a sign-out that redirects here again, the notice is above the buttons and above the choice of a company', async () => {
    page.store.setState({ hasSignedOut: true })
    await page.openAt(page.signInButtons, 'tr')
    expect(screen.getByText('Oturumunuz kapatıldı.')).toBeTruthy()
    act(() => show(page.store, chooseTenant))
    expect(screen.getByText('Oturumunuz kapatıldı.')).toBeTruthy()
    act(() => show(page.store, { name: 'loading' }))
    expect(screen.queryByText('Oturumunuz kapatıldı.')).toBeNull()
  })
})

describe('a registration of a user who has an account', () => {
  it('a user who wanted to register but has an account is told so above the buttons, and not as an error', async () => {
    await page.openAt(page.signInButtons)
    const place = screen.getAllByRole('status')[0]
    expect(place?.textContent).toBe('')
    act(() => page.store.setState({ isRegistered: true }))
    expect(place?.textContent).toBe('You already have an account. Please sign in.')
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign in')
  })
})
