import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import { show } from '../sign-in/store.ts'
import { button, createTestPage } from '../testing/test-page.tsx'
import type { TestPage } from '../testing/test-page.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

describe('the language selector', () => {
  const selector = (name: string): HTMLElement => screen.getByRole('combobox', { name })

  it('choosing a language changes the whole page at once (A9b)', async () => {
    await page.openAt(page.signInButtons)
    const user = userEvent.setup()
    await user.click(selector('Language'))
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(offered).toEqual(['Türkçe', 'English'])
    await user.click(screen.getByRole('option', { name: 'Türkçe' }))
    await waitFor(() => expect(button('Google ile devam et')).toBeTruthy())
    expect(selector('Dil').getAttribute('aria-expanded')).toBe('false')
    expect(document.title).toBe('Giriş yapın · Acme Portal')
  })

  it('a language whose messages could not be fetched is requested again when it is chosen again', async () => {
    let isThere = false
    show(page.store, page.signInButtons)
    await page.open('tr', 'sign-in', () =>
      Promise.resolve(isThere ? Response.json(turkishSignIn) : new Response('', { status: 503 })),
    )
    expect(button('Continue with Google')).toBeTruthy()
    isThere = true
    const user = userEvent.setup()
    await user.click(selector('Language'))
    await user.click(screen.getByRole('option', { name: 'Türkçe' }))
    await waitFor(() => expect(button('Google ile devam et')).toBeTruthy())
  })

  it('the language selector works with the keyboard, and Escape changes nothing', async () => {
    await page.openAt(page.signInButtons)
    const user = userEvent.setup()
    selector('Language').focus()
    await user.keyboard('{ArrowDown}{ArrowUp}{Escape}')
    expect(selector('Language').getAttribute('aria-expanded')).toBe('false')
    await user.keyboard('{ArrowDown}{Home}{Enter}')
    await waitFor(() => expect(selector('Dil')).toBe(document.activeElement))
  })

  it('the language selector shows a flag for each language, and Arabic is included but not offered (A9a, A9d)', async () => {
    await page.openAt(page.signInButtons)
    const flags = [...document.querySelectorAll<HTMLImageElement>('[role="option"] img')]
    expect(flags.map(({ src }) => new URL(src).pathname)).toEqual([
      '/flags/tr.svg',
      '/flags/en.svg',
    ])
    const offered = [...document.querySelectorAll('[role="option"]')]
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Türkçe', 'English'])
    for (const flag of ['tr', 'en', 'ar']) {
      const svg = readFileSync(join(import.meta.dirname, `../../public/flags/${flag}.svg`), 'utf8')
      expect(svg).toMatch(/^<svg /)
    }
  })
})
