import { brotliCompressSync } from 'node:zlib'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import { openScreens } from '../page/open-screens.tsx'
import type { SignInButtons } from '../sign-in/screen.ts'
import { namedTenant } from '../sign-in/named-tenant.ts'
import { offeredMethods } from '../sign-in/offered-methods.ts'
import { begin, createSignInStore, show, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { loadMarks } from '../ui/provider-mark.tsx'
import { prerender } from './prerender.tsx'
import {
  findPrerendered,
  focusHeading,
  markButtons,
  methodsIn,
  showPrerendered,
} from '../prerendered/prerendered.ts'

const year = 2031
const allMethods: (typeof demoConfig)['methods'] = ['google.com', 'microsoft.com', 'phone']
const manyMethods: (typeof demoConfig)['methods'] = [
  ...(['google.com', 'apple.com', 'facebook.com', 'github.com', 'twitter.com'] as const),
  'yahoo.com',
  {
    provider: 'oidc.initech',
    label: { en: 'Initech staff', tr: 'Initech çalışanları' },
    icon: 'https://initech.example/icon.svg',
  },
  { provider: 'saml.acme', label: { en: 'Acme', tr: 'Acme' } },
]
const acme = {
  ...demoConfig,
  tenants: {
    'acme-1a2b3': {
      name: 'Acme',
      accent: '#102030',
      panelColor: '#405060',
      logoUrl: 'https://acme.example/logo.svg?a&b',
      panelImageUrl: 'https://acme.example/panel.jpg',
    },
  },
}

let place: HTMLElement
let errors: unknown[]

beforeEach(() => {
  errors = []
  document.documentElement.dataset['year'] = String(year)
  vi.spyOn(console, 'error').mockImplementation((...given) => void errors.push(given))
})

afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
  delete document.documentElement.dataset['year']
})

/** The page's HTML as the server sends it, with the buttons shown by the inlined script. */
function showIn(language: 'en' | 'tr', config = demoConfig, tenantId: string | null = null): void {
  document.body.innerHTML = `<div id="root">loading</div>${prerender(config, tenantId, year)}`
  place = document.querySelector<HTMLElement>('#root') ?? document.body
  const template = findPrerendered(language)
  if (!template) throw new Error('Nothing is prerendered.')
  showPrerendered(template, place)
}

/** The store when the flow has reached the buttons. */
function storeAt(
  config: typeof demoConfig,
  tenantId: string | null,
  change: Partial<SignInButtons> = {},
): SignInStore {
  const store = createSignInStore()
  store.setState({ config })
  show(store, {
    name: 'signInButtons',
    methods: offeredMethods(config, tenantId),
    lastUsed: null,
    tenant: namedTenant(config, tenantId),
    inApp: null,
    step: { name: 'methods' },
    notice: null,
    ...change,
  })
  return store
}

const hydrate = (store: SignInStore, language: 'en' | 'tr') =>
  act(() =>
    openScreens(
      {
        place,
        language,
        fetchMessages: () => Promise.resolve(Response.json(turkishSignIn)),
        store,
        loadRegistration: () => Promise.reject(new Error('not asked for')),
        onLanguage() {},
        isPrerendered: () => true,
        onMismatch: (error) => errors.push(error),
      },
      'sign-in',
    ),
  )

const buttonOf = (method: string) => place.querySelector<HTMLElement>(`[data-method="${method}"]`)

describe('React hydrates the prerendered buttons', () => {
  it.each<['en' | 'tr', string, typeof demoConfig, string | null]>([
    ['en', 'of the project', demoConfig, null],
    ['tr', 'of the project', demoConfig, null],
    ['en', 'of a tenant', demoConfig, 'acme-1a2b3'],
    ['en', 'with the branding of a tenant', acme, 'acme-1a2b3'],
    ['en', 'of a deployment without branding', { ...demoConfig, branding: {} }, null],
    ['tr', 'where users may register', { ...demoConfig, selfRegistration: true }, null],
    ['en', 'where links are sent', { ...demoConfig, signInLink: true }, null],
    ['en', 'with one method', { ...demoConfig, methods: ['microsoft.com'] }, null],
    ['en', 'with all methods', { ...demoConfig, methods: allMethods }, null],
    ['en', 'with many methods', { ...demoConfig, methods: manyMethods }, null],
    ['tr', 'with many methods', { ...demoConfig, methods: manyMethods }, null],
  ])('buttons in %s %s are hydrated without an error, and no node is replaced', async (...row) => {
    const [language, _case, config, tenantId] = row
    showIn(language, config, tenantId)
    await loadMarks(offeredMethods(config, tenantId))
    const before = [...place.querySelectorAll('*')]
    const markup = place.innerHTML
    await hydrate(storeAt(config, tenantId), language)
    expect(errors).toEqual([])
    expect([...place.querySelectorAll('*')]).toEqual(before)
    expect(place.innerHTML).toBe(markup)
  })

  it('the method used last is shown in the first frame, also if it is behind “More options” (K1d)', async () => {
    const config = { ...demoConfig, methods: manyMethods }
    showIn('en', config)
    expect(place.querySelector('details')?.open).toBe(false)
    markButtons(place, { lastUsed: 'saml.acme', picked: null })
    expect(place.querySelector('details')?.open).toBe(true)
    const stood = buttonOf('saml.acme')
    await hydrate(storeAt(config, null, { lastUsed: 'saml.acme' }), 'en')
    expect(buttonOf('saml.acme')).toBe(stood)
    expect(place.querySelector('details')?.open).toBe(true)
  })

  it.each(['google.com', 'microsoft.com', 'phone'] as const)(
    'the badge of the last used method (%s) is the same before and after hydration',
    async (lastUsed) => {
      const config = { ...demoConfig, methods: allMethods }
      showIn('en', config)
      markButtons(place, { lastUsed, picked: null })
      const marked = place.innerHTML
      await hydrate(storeAt(config, null, { lastUsed }), 'en')
      expect(errors).toEqual([])
      expect(plain(place.innerHTML)).toBe(plain(marked))
      expect(buttonOf(lastUsed)?.getAttribute('aria-describedby')).not.toBeNull()
    },
  )

  it('buttons whose texts a browser’s translator has replaced are rendered again, without an error', async () => {
    showIn('en')
    const heading = place.querySelector('h1')
    const text = document.createElement('font')
    text.append(...(heading?.childNodes ?? []))
    heading?.append(text)
    const signIn = text.textContent
    await hydrate(storeAt(demoConfig, null), 'en')
    expect(errors).toEqual([])
    expect(place.querySelector('font')).toBeNull()
    expect(place.querySelector('h1')?.textContent).toBe(signIn)
    expect(signIn).not.toBe('')
  })

  it('the mark of a method that is being carried out stays during hydration, and is removed with it', async () => {
    showIn('en')
    const store = storeAt(demoConfig, null)
    begin(store, 'microsoft.com')
    markButtons(place, { lastUsed: null, picked: 'microsoft.com' })
    const marked = place.innerHTML
    await hydrate(store, 'en')
    expect(errors).toEqual([])
    expect(plain(place.innerHTML)).toBe(plain(marked))
    act(() => store.setState({ progress: { name: 'idle' } }))
    expect(buttonOf('microsoft.com')?.hasAttribute('aria-busy')).toBe(false)
    expect(buttonOf('google.com')?.hasAttribute('aria-disabled')).toBe(false)
  })

  it('the mark of a method that has failed is removed, and the message is shown', async () => {
    showIn('en')
    const store = storeAt(demoConfig, null)
    markButtons(place, { lastUsed: null, picked: 'google.com' })
    showError(store, { key: 'NETWORK', action: 'retry', reference: 'A-1', retry() {} })
    const stood = buttonOf('google.com')
    await hydrate(store, 'en')
    expect(errors).toEqual([])
    expect(buttonOf('google.com')).toBe(stood)
    expect(stood?.hasAttribute('aria-busy')).toBe(false)
    expect(place.querySelector('[role="alert"]')?.textContent).toContain('A-1')
  })

  it('a hydrated button runs its command', async () => {
    showIn('en')
    const store = storeAt(demoConfig, null)
    const chosen: string[] = []
    store.handlers = { continueWith: (method) => chosen.push(method) }
    await hydrate(store, 'en')
    act(() => buttonOf('google.com')?.click())
    expect(chosen).toEqual(['google.com'])
  })

  it('the focus stays where the user has put it', async () => {
    showIn('en')
    buttonOf('microsoft.com')?.focus()
    await hydrate(storeAt(demoConfig, null), 'en')
    expect(document.activeElement).toBe(buttonOf('microsoft.com'))
  })

  it('prerendered buttons of another state are rendered again', async () => {
    showIn('en', { ...demoConfig, selfRegistration: true })
    await hydrate(storeAt(demoConfig, null), 'en')
    expect(errors).not.toEqual([])
    expect(place.textContent).not.toContain('Create an account')
    expect(buttonOf('google.com')).not.toBeNull()
  })
})

it('the prerendered markup has no tenant except the one that it is rendered for', () => {
  const markup = prerender(demoConfig, 'acme-1a2b3', year)
  expect(markup).toContain('Acme')
  expect(markup).not.toMatch(/globex/i)
})

it('the branding of a tenant is shown without a style attribute in the HTML', () => {
  expect(prerender(acme, 'acme-1a2b3', year)).not.toContain(' style=')
  showIn('en', acme, 'acme-1a2b3')
  const page = place.querySelector<HTMLElement>('.page')
  expect(page?.style.getPropertyValue('--brand')).toBe('#102030')
})

it('showing the prerendered buttons focuses their heading and sets the document’s title', () => {
  showIn('tr')
  focusHeading(place)
  expect(document.activeElement).toBe(place.querySelector('h1'))
  expect(document.title).toBe('Giriş yapın · Acme Portal')
  expect(methodsIn(place)).toEqual(['google.com', 'microsoft.com'])
})

it('showing the prerendered buttons does not move a focus that the user has set', () => {
  showIn('en')
  const button = place.querySelector('button')
  button?.focus()
  focusHeading(place)
  expect(document.activeElement).toBe(button)
})

it('a tenant that is not in the config is offered the general methods', () => {
  const config: typeof demoConfig = { ...demoConfig, methods: ['google.com', 'phone'] }
  showIn('en', config, '')
  expect(methodsIn(place)).toEqual(['google.com'])
  showIn('en', config, null)
  expect(methodsIn(place)).toEqual(['google.com', 'phone'])
})

it('text of the config is escaped in the prerendered markup', () => {
  const productName = '</template><script>alert(1)</script>" style="x'
  showIn('en', { ...demoConfig, branding: { productName } })
  expect(document.querySelector('script')).toBeNull()
  expect(place.querySelector('.brand-logo')?.textContent).toBe(productName)
})

it('the prerendered markup has no buttons where the page goes to the only provider without a press (K1c)', () => {
  const initech = { provider: 'oidc.initech', immediate: true } as const
  expect(prerender({ ...demoConfig, methods: [initech] }, null, year)).toBe('')
  expect(prerender({ ...demoConfig, methods: ['google.com', initech] }, null, year)).not.toBe('')
})

it('the prerendered markup has the marks of the offered methods only', () => {
  const markup = prerender({ ...demoConfig, methods: ['google.com', 'facebook.com'] }, null, year)
  expect(markup).toContain('#0866FF')
  expect(markup).not.toContain('#F25022')
  expect(prerender(demoConfig, null, year)).not.toContain('#0866FF')
})

it('the prerendered markup of both languages adds little to the HTML', () => {
  const rendered = brotliCompressSync(prerender({ ...demoConfig, methods: allMethods }, null, year))
  expect(rendered.length).toBeLessThan(2300)
})

/** The markup without what may differ: React may set attributes in another order. */
function plain(markup: string): string {
  const holder = document.createElement('div')
  holder.innerHTML = markup
  for (const element of holder.querySelectorAll('*')) {
    const attributes = element
      .getAttributeNames()
      .sort()
      .map((name) => [name, element.getAttribute(name) ?? ''] as const)
    for (const [name] of attributes) element.removeAttribute(name)
    for (const [name, value] of attributes) element.setAttribute(name, value)
  }
  return holder.innerHTML
}
