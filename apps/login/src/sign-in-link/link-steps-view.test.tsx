import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { LinkStep } from '../sign-in/screen.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { button, createTestPage } from '../testing/test-page.tsx'
import type { TestPage } from '../testing/test-page.tsx'
import { loadSignInLinkScreens } from '../page/late-parts.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

async function openAt(step: LinkStep): Promise<void> {
  await loadSignInLinkScreens()
  await page.openAt({ ...page.signInButtons, step })
}

const emailStep = (error: 'required' | 'invalid' | null): LinkStep => ({
  name: 'linkAddress',
  typed: '',
  error,
  attempt: error === null ? 0 : 1,
})

it('the button below the sign-in methods opens the steps of an email link', async () => {
  await page.openAt(page.signInButtons)
  act(() => page.store.setState({ config: { ...demoConfig, signInLink: true } }))
  await userEvent.click(button('Sign in with an email link'))
  expect(page.pressed).toEqual(['openLinkSteps'])
})

it('there is no such button for a tenant that has no sign-in links', async () => {
  await page.openAt(page.signInButtons)
  const tenant = {
    id: 'acme-1a2b3',
    name: 'Acme',
    settings: { name: 'Acme', signInLink: false },
  } as const
  act(() =>
    page.store.setState({
      config: { ...demoConfig, signInLink: true },
      screen: { ...page.signInButtons, tenant },
    }),
  )
  expect(screen.queryByRole('button', { name: 'Sign in with an email link' })).toBeNull()
})

it('the email is sent as it was typed, by the button and by Enter, and the user can go back', async () => {
  await openAt(emailStep(null))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign in with an email link')
  const field = screen.getByRole('textbox', { name: 'Email' })
  expect(field.getAttribute('aria-required')).toBe('true')
  await userEvent.type(field, 'Ayse@Example.com')
  await userEvent.click(button('Send link'))
  await userEvent.type(field, '{Enter}')
  await userEvent.click(button('Back to sign-in options'))
  expect(page.pressed).toEqual(['Ayse@Example.com', 'Ayse@Example.com', 'backToMethods'])
})

it('the email field has the focus when the step opens', async () => {
  await openAt(emailStep(null))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' }))
})

it.each([
  ['required', 'Required'],
  ['invalid', 'Enter it as name@company.com.'],
] as const)(
  'the error for an email that is %s is shown at its field, which has the focus',
  async (error, message) => {
    await openAt(emailStep(error))
    const field = screen.getByRole('textbox', { name: 'Email' })
    expect(document.activeElement).toBe(field)
    const description = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toBe(message)
  },
)

const sent = (resendAt: number): LinkStep => ({
  name: 'linkSent',
  email: 'ayse@example.com',
  resendAt,
  mails: 1,
})

it('after the link is sent, the page shows the email address, and can send another or change the address', async () => {
  await openAt(sent(0))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Check your inbox')
  expect(screen.getByRole('main').textContent).toContain('sent an email to ayse@example.com')
  await userEvent.click(button('Send again'))
  await userEvent.click(button('Change the email address'))
  expect(page.pressed).toEqual(['sendLinkAgain', 'stepBack'])
})

it('another link cannot be requested while the remaining time is shown', async () => {
  await openAt(sent(Date.now() + 60_000))
  expect(screen.getByText(/^You can send another email in (60|59) seconds\.$/)).toBeTruthy()
  await userEvent.click(button('Send again'))
  expect(page.pressed).toEqual([])
})
