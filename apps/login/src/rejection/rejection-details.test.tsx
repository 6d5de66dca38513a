import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import type { RejectedAccount } from '../errors/failure.ts'
import { rejectionDetails } from '../page/late-parts.tsx'
import { demoConfig } from '../testing/demo-config.ts'
import { button, createTestPage } from '../testing/test-page.tsx'
import type { TestPage } from '../testing/test-page.tsx'

const account: RejectedAccount = {
  name: 'ayse@acme.example',
  providerId: 'google.com',
  tenantId: 'acme-1a2b3',
  allowed: ['saml.acme', 'phone'],
}
let page: TestPage

beforeEach(async () => {
  page = createTestPage()
  await rejectionDetails.load()
})
afterEach(() => void vi.restoreAllMocks())

const open = (change: Partial<RejectedAccount> = {}, code = 'provider-not-allowed') =>
  page.openAt({
    name: 'failure',
    failure: {
      ...failureOf(new CodedError(code), new Date(0)),
      action: 'options',
      rejected: { ...account, ...change },
    },
  })
const facts = () =>
  [...document.querySelectorAll('.notice p')].map(({ textContent }) => textContent)

it('a rejected user sees the account, its method and company, the reason, and the allowed methods (K2)', async () => {
  await open()
  expect(screen.getByRole('alert').textContent).toContain('does not allow this way to sign in')
  expect(facts()).toEqual([
    'Signed in as: ayse@acme.example',
    'Signed in with: Google',
    expect.stringMatching(/^Company: .+/),
    "Allowed ways to sign in: Your company's sign-in (saml.acme), Phone number",
    expect.stringMatching(/^Reference: \w{4}-010000$/),
  ])
  expect(screen.getAllByRole('button', { name: /^Copy/ })).toEqual([button('Copy the details')])
  await userEvent.click(button('Back to sign-in options'))
  expect(page.pressed).toEqual(['retry'])
})

it.each([
  [['google.com', 'password'], 'Email and password'],
  [['google.com', 'emailLink'], 'Email link'],
  [['emailLink', 'password'], 'Email (password or link)'],
] as const)(
  'where the page offers %j, the provider password, which email links have too, is called “%s”',
  async (methods, label) => {
    await open({ providerId: 'password' })
    act(() =>
      page.store.setState({ config: { ...demoConfig, methods: [...methods], tenants: {} } }),
    )
    expect(facts()).toContain(`Signed in with: ${label}`)
  },
)

it.each([
  ['google.com', 0],
  ['password', 0],
  ['apple.com', 1],
  ['oidc.initech', 1],
])(
  'a user of a sign-in service that is not asked for a choice of an account reads that it may choose the same one again: %s (K2)',
  async (providerId, times) => {
    const hint = /sign out there first/
    const user = userEvent.setup()
    await open({ providerId })
    expect(screen.queryAllByText(hint)).toHaveLength(times)
    await user.click(button('Copy the details'))
    expect(await navigator.clipboard.readText()).not.toMatch(hint)
  },
)

it('a fact that is not known is left out', async () => {
  await open({ name: null, tenantId: null, allowed: [] }, 'account-not-allowed')
  expect(facts()).toHaveLength(2)
})

it('the text for an administrator has the reason and all facts, and no token (K2)', async () => {
  const user = userEvent.setup()
  await open()
  await user.click(button('Copy the details'))
  const text = await navigator.clipboard.readText()
  expect(text.split('\n')).toHaveLength(6)
  expect(text).toMatch(/^Your company does not allow[^]*ayse@acme\.example[^]*Reference: \w{4}/)
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Copied')
})

it('without a clipboard, all facts are selected', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied'))
  await open()
  await user.click(button('Copy the details'))
  await vi.waitFor(() => expect(String(window.getSelection())).toMatch(/ayse@acme[^]*010000/))
})
