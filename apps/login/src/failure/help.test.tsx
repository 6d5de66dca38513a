import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import english from '@foyer/messages/en/errors.json'
import { CodedError } from '../errors/coded-error.ts'
import { explainedCodes, meaningOf } from '../errors/error-table.ts'
import { failureOf } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import { show, showError } from '../sign-in/store.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createTestPage } from '../testing/test-page.tsx'
import type { TestPage } from '../testing/test-page.tsx'
import { contactKeys } from './help.tsx'

const help = { contact: 'help@acme.example', statusUrl: 'https://status.acme.example/' }

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

afterEach(() => {
  vi.restoreAllMocks()
})

async function openFailed(code: string, language: Language = 'en', shownHelp = help) {
  page.store.setState({ config: { ...demoConfig, help: shownHelp } })
  show(page.store, page.signInButtons)
  showError(page.store, failureOf(new CodedError(code), new Date(0)))
  await page.open(language)
  return within(screen.getByRole('alert'))
}

describe('the contact of the deployment', () => {
  it('every message that asks the user to contact somebody has the contact, and no other message', () => {
    const keys = [...new Set(explainedCodes().map((code) => meaningOf(code).key))]
    const asking = keys.filter((key) => /contact|ask your/.test(english[key]))
    expect([...contactKeys].sort()).toEqual([...asking, 'UNKNOWN_ERROR'].sort())
  })

  it('a message that asks the user to contact somebody links to an email with the reference', async () => {
    const alert = await openFailed('auth/user-disabled')
    const link = alert.getByRole('link', { name: 'help@acme.example' })
    expect(link.getAttribute('href')).toMatch(
      /^mailto:help@acme\.example\?subject=Reference%3A%20\w{4}-010000$/,
    )
  })

  it('the contact may be a page', async () => {
    const contact = 'https://acme.example/help'
    const alert = await openFailed('auth/user-disabled', 'tr', { ...help, contact })
    expect(alert.getByRole('link', { name: contact }).getAttribute('href')).toBe(contact)
  })

  it('a company without a sign-in method has the contact', async () => {
    page.store.setState({ config: { ...demoConfig, help } })
    show(page.store, { ...page.signInButtons, methods: [] })
    await page.open()
    expect(screen.getByRole('link', { name: 'help@acme.example' })).toBeTruthy()
  })

  it('a message of an outage links to the status page, and another message does not', async () => {
    const alert = await openFailed('auth/network-request-failed')
    const link = alert.getByRole('link', { name: 'Check the status page' })
    expect(link.getAttribute('href')).toBe(help.statusUrl)
    expect(alert.queryByRole('link', { name: help.contact })).toBeNull()
  })

  it('a deployment without a contact has no link', async () => {
    show(page.store, page.signInButtons)
    showError(page.store, failureOf(new CodedError('auth/user-disabled'), new Date(0)))
    await page.openAt(page.signInButtons)
    expect(screen.queryByRole('link', { name: /@/ })).toBeNull()
  })
})

describe('the reference', () => {
  it('the reference is copied with a button, which announces it', async () => {
    const user = userEvent.setup()
    const alert = await openFailed('auth/user-disabled')
    await user.click(alert.getByRole('button', { name: 'Copy' }))
    expect(alert.getByRole('button', { name: 'Copied' })).toBeTruthy()
    const announced = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(announced).toContain('Copied')
    await expect(navigator.clipboard.readText()).resolves.toMatch(/^\w{4}-010000$/)
  })

  it('without a clipboard, the reference is selected, and the user hears it', async () => {
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied'))
    const alert = await openFailed('auth/user-disabled', 'tr')
    await user.click(alert.getByRole('button', { name: 'Kopyala' }))
    await vi.waitFor(() => expect(String(window.getSelection())).toMatch(/^\w{4}-010000$/))
    const announced = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(announced).toContain('Seçildi. Şimdi kopyalayabilirsiniz.')
  })
})
