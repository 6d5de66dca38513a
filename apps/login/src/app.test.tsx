import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import englishSignIn from '../public/locales/en/sign-in.json'
import turkishSignIn from '../public/locales/tr/sign-in.json'
import { App } from './app.tsx'
import { failureOf } from './errors/failure.ts'
import { CodedError } from './errors/coded-error.ts'
import type { Language } from './language/choose-language.ts'
import { createWords } from './language/words.ts'
import type { PagePart } from './page-part.ts'
import { complain, createSignInStore, show } from './sign-in/store.ts'
import type { Screen, SignInStore } from './sign-in/store.ts'
import { demoConfig } from './testing/demo-config.ts'

let store: SignInStore
let pressed: string[]
let starts: number

beforeEach(() => {
  store = createSignInStore()
  pressed = []
  starts = 0
  window.history.replaceState(null, '', '/?mode=login')
})

afterEach(cleanup)

const wordsOf = (language: string): Promise<Response> =>
  Promise.resolve(Response.json(language === 'tr' ? turkishSignIn : englishSignIn))

async function open(
  language: Language = 'en',
  part: PagePart = 'sign-in',
  fetchWords = wordsOf,
): Promise<void> {
  const words = await createWords(language, fetchWords)
  render(
    <StrictMode>
      <App
        part={part}
        words={words}
        store={store}
        flow={{
          start: () => {
            starts += 1
          },
        }}
        loadRegistration={() => Promise.resolve({ default: () => <p>Registration</p> })}
        year={2031}
        onLanguage={(chosen) => void words.changeLanguage(chosen)}
      />
    </StrictMode>,
  )
}

const signInButtons: Extract<Screen, { name: 'signInButtons' }> = {
  name: 'signInButtons',
  step: { name: 'methods' },
  backToMethods() {},
  methods: ['google.com', 'microsoft.com'],
  lastUsed: 'microsoft.com',
  tenant: { id: 'acme-1a2b3', name: 'Acme', look: { name: 'Acme' } },
  wayOut: null,
  continueWith: (method) => pressed.push(method),
}

async function openAt(shown: Screen, language: Language = 'en'): Promise<void> {
  store.setState({ config: demoConfig })
  show(store, shown)
  await open(language)
}

const button = (name: string): HTMLElement => screen.getByRole('button', { name })

describe('loading view (A1)', () => {
  it('is what index.html shows before any script', async () => {
    await open()
    const html = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8')
    const painted = new DOMParser().parseFromString(html, 'text/html').querySelector('main')
    for (const place of painted?.querySelectorAll('[data-words]') ?? []) {
      place.removeAttribute('data-words')
    }
    const flat = (element: Element | null): string =>
      (element?.outerHTML ?? '').replace(/>\s+</g, '><').replace(/\s+/g, ' ')
    expect(flat(painted)).toBe(flat(screen.getByRole('main')))
  })

  it('speaks Turkish', async () => {
    await open('tr')
    expect(screen.getByRole('heading', { name: 'HOŞ GELDİNİZ' })).toBeTruthy()
    expect(screen.getByText('Birkaç saniye kaldı')).toBeTruthy()
    expect(document.title).toBe('Giriş')
  })
})

describe('the parts (A5)', () => {
  it('of the sign-in runs the flow', async () => {
    await open()
    expect(starts).toBeGreaterThan(0)
  })

  it('of the registration does not, and is waited for', async () => {
    await open('en', 'registration')
    expect(await screen.findByText('Registration')).toBeTruthy()
    expect(starts).toBe(0)
  })
})

describe('sign-in screen', () => {
  it('offers the methods, by mouse and by keyboard', async () => {
    await openAt(signInButtons)
    const user = userEvent.setup()
    await user.click(button('Continue with Google'))
    button('Continue with Microsoft').focus()
    await user.keyboard('{Enter}')
    expect(pressed).toEqual(['google.com', 'microsoft.com'])
  })

  it('puts the focus on its heading and its name in the title (A14)', async () => {
    await openAt(signInButtons)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sign in' }))
    expect(document.title).toBe('Sign in · Acme Portal')
  })

  it('marks the method that was used last without changing its name', async () => {
    await openAt(signInButtons)
    const mark = document.getElementById(
      button('Continue with Microsoft').getAttribute('aria-describedby') ?? '',
    )
    expect(mark?.textContent).toBe('Last used')
    expect(button('Continue with Google').hasAttribute('aria-describedby')).toBe(false)
  })

  it('takes no second press while one is under way, and shows which', async () => {
    await openAt(signInButtons)
    const user = userEvent.setup()
    await user.click(button('Continue with Google'))
    act(() => store.setState({ loading: true }))
    await user.click(button('Continue with Microsoft'))
    expect(pressed).toEqual(['google.com'])
    expect(button('Continue with Google').getAttribute('aria-busy')).toBe('true')
    expect(button('Continue with Microsoft').hasAttribute('aria-busy')).toBe(false)
    expect(screen.getByRole('status').textContent).not.toBe('')

    act(() => store.setState({ loading: false }))
    await user.click(button('Continue with Microsoft'))
    expect(pressed).toEqual(['google.com', 'microsoft.com'])
  })

  it('tells an error in the live region that was there before it (AX-01)', async () => {
    await openAt(signInButtons)
    const region = screen.getByRole('alert')
    expect(region.textContent).toBe('')
    const failure = failureOf(new CodedError('auth/user-disabled'), new Date(0))
    act(() => complain(store, failure))
    expect(screen.getByRole('alert')).toBe(region)
    expect(region.textContent).toContain(
      'Your account has been deactivated. Please contact your manager.',
    )
    expect(region.textContent).toContain(failure.reference)
    expect(document.body.textContent).not.toContain('auth/')
  })

  it('leads to registration where newcomers may register (A3)', async () => {
    await openAt(signInButtons)
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
    act(() => store.setState({ config: { ...demoConfig, selfRegistration: true } }))
    const way = screen.getByRole('link', { name: 'Create an account' })
    expect(way.getAttribute('href')).toBe('/registration')
  })

  it('says so when a company has no method', async () => {
    await openAt({ ...signInButtons, methods: [] })
    expect(screen.getByText(englishSignIn.signIn.noMethod)).toBeTruthy()
  })
})

describe('tenant choice', () => {
  it('lists the companies by name', async () => {
    await openAt({
      name: 'chooseTenant',
      tenants: [
        { id: 'acme-1a2b3', name: 'Acme' },
        { id: 'globex-4c5d6', name: 'Globex' },
      ],
      choose: (tenantId) => pressed.push(tenantId),
    })
    expect(screen.getByRole('heading', { name: 'Choose your company' })).toBeTruthy()
    await userEvent.setup().click(button('Globex'))
    expect(pressed).toEqual(['globex-4c5d6'])
  })
})

describe('signed-out screen', () => {
  it('stays, and leads to the application (IAP-02)', async () => {
    await openAt({ name: 'signedOut' }, 'tr')
    expect(screen.getByRole('heading', { name: 'Oturumunuz kapatıldı.' })).toBeTruthy()
    const again = screen.getByRole('link', { name: 'Yeniden giriş yap' })
    expect(again.getAttribute('href')).toBe(demoConfig.productURL)
  })
})

describe('failure screen', () => {
  const failed = (code: string): Screen => ({
    name: 'failure',
    failure: failureOf(new CodedError(code), new Date(0)),
    tryAgain: () => pressed.push('again'),
    signOut: () => pressed.push('sign out'),
  })

  it.each([
    ['unavailable', 'Try again', 'again'],
    ['auth/user-disabled', 'Back to sign-in options', 'again'],
    ['restart-process', 'Start again', 'again'],
    ['sent-back', 'Sign out', 'sign out'],
  ])('about %s offers: %s', async (code, name, effect) => {
    await openAt(failed(code))
    await userEvent.setup().click(button(name))
    expect(pressed).toEqual([effect])
  })

  it.each(['no-request', 'invalid-request', 'auth/user-token-expired'])(
    'about %s leads to the application alone',
    async (code) => {
      await openAt(failed(code))
      const way = screen.getByRole('link', { name: 'Go to your application' })
      expect(way.getAttribute('href')).toBe(demoConfig.productURL)
      expect(screen.queryByRole('button')).toBeNull()
    },
  )

  it('in a foreign frame opens the same request in its own window (D8)', async () => {
    await openAt(failed('cross-origin-frame'))
    const way = screen.getByRole('link', { name: 'Open in its own window' })
    expect(way.getAttribute('href')).toBe(window.location.href)
    expect(way.getAttribute('target')).toBe('_blank')
  })

  it('names the host that is not set up, and nothing else of the address (UR-22)', async () => {
    await openAt(failed('unauthorized-domain'))
    expect(screen.getByRole('alert').textContent).toContain(`through ${window.location.host} is`)
  })

  it('needs no config to speak and to try again (NW-01)', async () => {
    show(store, failed('config-unavailable'))
    await open('tr')
    expect(screen.getByRole('heading', { name: 'Bir şeyler ters gitti!' })).toBeTruthy()
    expect(button('Tekrar dene')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('without the Turkish file of words (A14, NW-02)', () => {
  it('marks the Turkish that is left as such on the English page', async () => {
    show(store, {
      name: 'failure',
      failure: failureOf(new CodedError('config-unavailable'), new Date(0)),
      tryAgain() {},
      signOut() {},
    })
    await open('tr', 'sign-in', () => Promise.resolve(new Response('', { status: 404 })))
    const heading = screen.getByRole('heading', { name: 'Bir şeyler ters gitti!' })
    expect(heading.closest('[lang]')?.getAttribute('lang')).toBe('tr')
    act(() => show(store, signInButtons))
    expect(button('Continue with Google').closest('[lang]')).toBeNull()
    act(() => complain(store, failureOf(new CodedError('unavailable'), new Date(0))))
    expect(screen.getByRole('alert').getAttribute('lang')).toBe('tr')
  })
})

describe('layout (A8)', () => {
  it('has the year, two social links and the provider’s site, by language', async () => {
    await openAt(signInButtons)
    expect(screen.getByRole('complementary').textContent).toContain('© 2031 Acme Portal')
    expect(screen.getByRole('link', { name: 'LinkedIn' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'X' })).toBeTruthy()
    const provider = screen.getByRole('link', { name: /^Powered by Foyer/ })
    expect(provider.getAttribute('href')).toBe('https://provider.example/')
    expect(provider.getAttribute('target')).toBe('_blank')
  })

  it('leads a Turkish visitor to the provider’s Turkish site', async () => {
    await openAt(signInButtons, 'tr')
    const provider = screen.getByRole('link', { name: /^Altyapı Foyer/ })
    expect(provider.getAttribute('href')).toBe('https://provider.example/tr')
  })

  it('takes the deployment’s accent', async () => {
    await openAt(signInButtons)
    act(() => store.setState({ config: { ...demoConfig, branding: { accent: '#552288' } } }))
    const page = document.querySelector<HTMLElement>('.page')
    expect(page?.style.getPropertyValue('--brand')).toBe('#552288')
  })
})

describe('language selector (A9)', () => {
  const selector = (name: string): HTMLElement => screen.getByRole('combobox', { name })

  it('changes the whole page at once', async () => {
    await openAt(signInButtons)
    const user = userEvent.setup()
    await user.click(selector('Language'))
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(offered).toEqual(['Türkçe', 'English'])
    await user.click(screen.getByRole('option', { name: 'Türkçe' }))
    await waitFor(() => expect(button('Google ile devam et')).toBeTruthy())
    expect(selector('Dil').getAttribute('aria-expanded')).toBe('false')
    expect(document.title).toBe('Giriş yapın · Acme Portal')
  })

  it('is worked by keyboard, and Escape changes nothing', async () => {
    await openAt(signInButtons)
    const user = userEvent.setup()
    selector('Language').focus()
    await user.keyboard('{ArrowDown}{ArrowUp}{Escape}')
    expect(selector('Language').getAttribute('aria-expanded')).toBe('false')
    await user.keyboard('{ArrowDown}{Home}{Enter}')
    await waitFor(() => expect(selector('Dil')).toBe(document.activeElement))
  })

  it('shows a flag for each language; the Arabic one ships and is not offered', async () => {
    await openAt(signInButtons)
    const flags = [...document.querySelectorAll<HTMLImageElement>('[role="option"] img')]
    expect(flags.map(({ src }) => new URL(src).pathname)).toEqual([
      '/flags/tr.svg',
      '/flags/en.svg',
    ])
    for (const flag of ['tr', 'en', 'ar']) {
      const svg = readFileSync(join(import.meta.dirname, `../public/flags/${flag}.svg`), 'utf8')
      expect(svg).toMatch(/^<svg /)
    }
  })
})
