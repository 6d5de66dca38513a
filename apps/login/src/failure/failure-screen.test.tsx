import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import { show } from '../sign-in/store.ts'
import type { Screen } from '../sign-in/screen.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { button, createTestPage } from '../testing/test-page.tsx'
import type { TestPage } from '../testing/test-page.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

describe('failure screen', () => {
  const failed = (failure: string | Error): Screen => ({
    name: 'failure',
    failure: failureOf(
      typeof failure === 'string' ? new CodedError(failure) : failure,
      new Date(0),
    ),
  })

  it.each([
    ['unavailable', 'Try again', 'retry'],
    ['auth/user-disabled', 'Back to sign-in options', 'retry'],
    ['restart-process', 'Start again', 'retry'],
    ['sent-back', 'Sign out', 'signOut'],
  ])('the failure screen for %s offers: %s', async (code, name, effect) => {
    await page.openAt(failed(code))
    await userEvent.setup().click(button(name))
    expect(page.pressed).toEqual([effect])
  })

  it.each(['no-request', 'invalid-request', 'auth/user-token-expired'])(
    'the failure screen for %s offers only a link to the application',
    async (code) => {
      await page.openAt(failed(code))
      const way = screen.getByRole('link', { name: 'Go to Acme Portal' })
      expect(way.getAttribute('href')).toBe(demoConfig.productURL)
      const others = screen
        .getAllByRole('button')
        .filter(({ textContent }) => textContent !== 'Copy')
      expect(others).toEqual([])
    },
  )

  it.each([
    ['account-missing', 'en', 'Your account does not exist.'],
    ['account-missing', 'tr', 'Hesabınız bulunmuyor.'],
    ['auth/user-not-found', 'en', 'Your account does not exist.'],
  ] as const)(
    'the failure screen for %s says in the language %s: %s (E1a)',
    async (code, language, sentence) => {
      await page.openAt(failed(code), language)
      expect(screen.getByRole('alert').textContent).toContain(sentence)
    },
  )

  it.each(['invalid-mode', 'invalid-request', 'invalid-url', 'invalid-api-key', 'invalid-project'])(
    'the failure screen for a broken request (%s) has an error and a link to the application (A13b)',
    async (code) => {
      await page.openAt(failed(code))
      expect(screen.getByRole('alert').textContent).toMatch(/^This (?:sign-in )?link /)
      const way = screen.getByRole('link', { name: 'Go to Acme Portal' })
      expect(way.getAttribute('href')).toBe(demoConfig.productURL)
    },
  )

  it('the failure screen in a foreign frame opens the same request in its own window', async () => {
    await page.openAt(failed('cross-origin-frame'))
    const way = screen.getByRole('link', { name: 'Open in its own window' })
    expect(way.getAttribute('href')).toBe(window.location.href)
    expect(way.getAttribute('target')).toBe('_blank')
  })

  it.each([
    ['invalid-mode', 'This sign-in link is not valid.', 'Invalid mode', 'D6b'],
    ['invalid-request', 'This sign-in link is not valid.', 'Invalid request', 'D1e'],
    ['invalid-url', 'This sign-in link is not valid.', 'Invalid URL', 'D4b'],
    ['invalid-api-key', 'This sign-in link is not valid.', 'Invalid API key', 'IAP-01b'],
    ['invalid-project', 'This link belongs to another sign-in page.', 'Invalid project', 'D2c'],
    ['api-key-mismatch', 'This link belongs to another sign-in page.', 'API key mismatch', 'D2b'],
    [
      'mismatching-project-numbers',
      'This link belongs to another sign-in page.',
      'Mismatching project numbers',
      'D3c',
    ],
    [
      'mismatching-tenant',
      'This link is for a company that cannot sign in here.',
      'Mismatching tenant ID',
      'D3d',
    ],
    [
      'cross-origin-frame',
      "Sign-in can't run inside another page.",
      'The page is displayed in a cross origin iframe.',
      'D8a',
    ],
  ])(
    'the failure screen for the refusal %s has the sentence "%s", and below it the specified message "%s" (%s)',
    async (code, sentence, message) => {
      await page.openAt(failed(code))
      const alert = screen.getByRole('alert')
      expect(alert.textContent).toContain(sentence)
      const specified = within(alert).getByText(message)
      expect(specified.getAttribute('translate')).toBe('no')
      expect(specified.closest('.reference')?.textContent).toContain('Reference:')
    },
  )

  it('the specified message of a refusal is the same in Turkish, and marked as English', async () => {
    await page.openAt(failed('invalid-mode'), 'tr')
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('Bu giriş bağlantısı geçerli değil.')
    expect(within(alert).getByText('Invalid mode').getAttribute('lang')).toBe('en')
  })

  it('for a refused redirect URL, only its host follows the specified message (D5d)', async () => {
    const error = Object.assign(new CodedError('unauthorized-domain'), { host: 'evil.example' })
    await page.openAt(failed(error))
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('Signing in through evil.example is not set up')
    expect(within(alert).getByText('Unauthorized domain: evil.example')).toBeTruthy()
  })

  it('for the page’s own domain, refused by the identity SDK, its host is shown (D5d)', async () => {
    await page.openAt(failed('auth/unauthorized-domain'))
    const { hostname } = window.location
    expect(screen.getByText(`Unauthorized domain: ${hostname}`)).toBeTruthy()
  })

  it.each([
    ['en', 'Signing in through login.evil.example is not set up for this application.'],
    ['tr', 'Bu uygulama için login.evil.example üzerinden giriş tanımlanmamış.'],
  ] as const)(
    'a page on a host that is not authorised says so in the language %s and names that host only (UR-22a)',
    async (language, sentence) => {
      await page.openAt(
        failed(
          Object.assign(new CodedError('unauthorized-domain'), { host: 'login.evil.example' }),
        ),
        language,
      )
      const { textContent } = screen.getByRole('alert')
      expect(textContent).toContain(sentence)
      expect(textContent.replaceAll('login.evil.example', '')).not.toMatch(/localhost|example/)
    },
  )

  it.each([
    [401, 'unauthenticated'],
    [405, 'unknown'],
  ])('a cookie call that is answered with %i has a message (IAP-05b)', async (_status, code) => {
    await page.openAt(failed(code))
    const { textContent } = screen.getByRole('alert')
    expect(textContent).toMatch(/^\p{Lu}[^_]+\./u)
    expect(textContent).not.toContain(code)
  })

  it('what the reference is for is a description of its button, and no tooltip, which touch and keyboard users do not get', async () => {
    await page.openAt(failed('auth/user-disabled'))
    const copy = screen.getByRole('button', { name: 'Copy' })
    const hint = document.getElementById(copy.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe('Please give this reference if you contact support.')
    expect(document.querySelectorAll('[title]')).toHaveLength(0)
  })

  it('the code of any other failure is not shown', async () => {
    await page.openAt(failed('auth/user-disabled'))
    expect(screen.getByRole('alert').querySelector('[lang="en"]')).toBeNull()
  })

  it('the failure screen and its retry work without a config', async () => {
    show(page.store, failed('config-unavailable'))
    await page.open('tr')
    expect(screen.getByRole('heading', { name: 'Bir şeyler ters gitti!' })).toBeTruthy()
    expect(button('Tekrar dene')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('missing Turkish messages', () => {
  it('if the Turkish messages are missing, a failure is shown in English, and the language list shows English (NW-02a)', async () => {
    show(page.store, {
      name: 'failure',
      failure: failureOf(new CodedError('config-unavailable'), new Date(0)),
    })
    await page.open('tr', 'sign-in', () => Promise.resolve(new Response('', { status: 404 })))
    expect(screen.getByRole('heading', { name: 'Something went wrong!' })).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Language' }).textContent).toBe('English')
    expect(document.title).toBe('Something went wrong!')
  })
})

it.each([
  ['en', 'Go to your application'],
  ['tr', 'Uygulamaya git'],
] as const)(
  'without a product name, the link to the application says in the language %s: %s',
  async (language, name) => {
    await page.openAt(
      { name: 'failure', failure: failureOf(new CodedError('no-request'), new Date(0)) },
      language,
    )
    act(() => page.store.setState({ config: { ...demoConfig, branding: {} } }))
    expect(screen.getByRole('link', { name })).toBeTruthy()
  },
)
