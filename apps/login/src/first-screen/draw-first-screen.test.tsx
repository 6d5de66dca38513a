import { brotliCompressSync } from 'node:zlib'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import { WordsProvider } from '../language/use-translation.tsx'
import { createWords } from '../language/words.ts'
import { SignInPage } from '../sign-in-page.tsx'
import { namedTenant } from '../sign-in/named-tenant.ts'
import { createSignInStore } from '../sign-in/store.ts'
import type { SignInState } from '../sign-in/store.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createTestPage } from '../testing/test-page.tsx'
import { drawFirstScreen } from './draw-first-screen.tsx'
import { dressDrawing, findDrawing, focusHeading, methodsOf, showDrawing } from './drawing.ts'

const { signInButtons } = createTestPage()
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

/** The page's HTML as the server sends it, and what it shows of it. */
function show(language: 'en' | 'tr', config = demoConfig, tenantId: string | null = null): Element {
  document.body.innerHTML = drawFirstScreen(config, tenantId, 2031)
  const drawing = findDrawing(language)
  if (!drawing) throw new Error('There is no drawing.')
  const place = document.createElement('div')
  document.body.append(place)
  showDrawing(drawing, place)
  return place
}

async function drawByReact(language: 'en' | 'tr', state: Partial<SignInState>) {
  const store = createSignInStore({ config: demoConfig, ...state })
  const words = await createWords(language, () => Promise.resolve(Response.json(turkishSignIn)))
  return render(
    <WordsProvider words={words}>
      <SignInPage store={store} run={() => {}} year={2031} onLanguage={() => {}} />
    </WordsProvider>,
  ).container
}

/** Ids only have to be unique, and attributes in no order. */
function plain(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const part of copy.querySelectorAll<HTMLElement>('*')) {
    delete part.dataset['style']
    const attributes = part.getAttributeNames().sort()
    const values = attributes.map((name) => [name, part.getAttribute(name) ?? ''] as const)
    for (const name of attributes) part.removeAttribute(name)
    for (const [name, value] of values) part.setAttribute(name, value.replace(/_[rR]_\w+_/g, 'id'))
  }
  return copy.innerHTML
}

const buttons = { ...signInButtons, tenant: null, lastUsed: null }

it('the first screen names no tenant but the one that it is drawn for', () => {
  const markup = drawFirstScreen(demoConfig, 'acme-1a2b3', 2031)
  expect(markup).toContain('Acme')
  expect(markup).not.toMatch(/globex/i)
})

describe('what the server draws is what React draws', () => {
  it.each<['en' | 'tr', string, typeof demoConfig]>([
    ['en', 'of the project', demoConfig],
    ['tr', 'of the project', demoConfig],
    ['en', 'of the company alone', { ...demoConfig, branding: {} }],
    ['tr', 'where visitors may register', { ...demoConfig, selfRegistration: true }],
    ['en', 'with one method', { ...demoConfig, methods: ['microsoft.com'] }],
    [
      'en',
      'with all methods',
      { ...demoConfig, methods: ['phone', 'google.com', 'microsoft.com'] },
    ],
  ])('in %s, %s', async (language, _case, config) => {
    const methods = config.methods ?? buttons.methods
    const byReact = await drawByReact(language, { config, screen: { ...buttons, methods } })
    const place = show(language, config)
    expect(place.querySelector('main')).not.toBeNull()
    expect(plain(place)).toBe(plain(byReact))
  })

  it('in the look of a tenant, without a style in its markup', async () => {
    const tenant = namedTenant(acme, 'acme-1a2b3')
    const byReact = await drawByReact('en', { config: acme, screen: { ...buttons, tenant } })
    const place = show('en', acme, 'acme-1a2b3')
    expect(findDrawing('en')?.innerHTML).not.toContain(' style=')
    expect(plain(place)).toBe(plain(byReact))
  })

  it.each(['google.com', 'microsoft.com', 'phone'] as const)(
    'with %s the method of last time',
    async (lastUsed) => {
      const config = { ...demoConfig, methods: ['google.com', 'microsoft.com', 'phone'] as const }
      const status = { ...buttons, methods: config.methods, lastUsed }
      const byReact = await drawByReact('en', {
        config: { ...config, methods: [...config.methods] },
        screen: status,
      })
      const place = show('en', { ...config, methods: [...config.methods] })
      dressDrawing(place, { lastUsed, picked: null })
      expect(plain(place)).toBe(plain(byReact))
    },
  )

  it('with one method there is no other to tell it from', async () => {
    const config: typeof demoConfig = { ...demoConfig, methods: ['google.com'] }
    const status = { ...buttons, methods: config.methods ?? [], lastUsed: 'google.com' as const }
    const byReact = await drawByReact('en', { config, screen: status })
    const place = show('en', config)
    dressDrawing(place, { lastUsed: 'google.com', picked: null })
    expect(plain(place)).toBe(plain(byReact))
  })

  it('while a method is under way, and again when it is not', async () => {
    const status = { ...buttons, lastUsed: 'google.com' as const }
    const place = show('en')
    dressDrawing(place, { lastUsed: 'google.com', picked: 'microsoft.com' })
    const busy = await drawByReact('en', {
      screen: status,
      progress: { name: 'busy', method: 'microsoft.com' },
    })
    expect(plain(place)).toBe(plain(busy))

    dressDrawing(place, { lastUsed: 'google.com', picked: null })
    expect(plain(place)).toBe(plain(await drawByReact('en', { screen: status })))
  })
})

it('takes the focus, names the document and knows its methods', () => {
  const place = show('tr')
  focusHeading(place)
  expect(document.activeElement).toBe(place.querySelector('h1'))
  expect(document.title).toBe('Giriş yapın · Acme Portal')
  expect(methodsOf(place)).toEqual(['google.com', 'microsoft.com'])
})

it('leaves the focus where the visitor has put it', () => {
  const place = show('en')
  const button = place.querySelector('button')
  button?.focus()
  focusHeading(place)
  expect(document.activeElement).toBe(button)
})

it('offers a tenant that the config does not name what all of them have', () => {
  const config: typeof demoConfig = { ...demoConfig, methods: ['google.com', 'phone'] }
  expect(methodsOf(show('en', config, ''))).toEqual(['google.com'])
  expect(methodsOf(show('en', config, null))).toEqual(['google.com', 'phone'])
})

it('what a config calls things is text', () => {
  const productName = '</template><script>alert(1)</script>" style="x'
  const place = show('en', { ...demoConfig, branding: { productName } })
  expect(document.querySelector('script')).toBeNull()
  expect(place.querySelector('.brand-logo')?.textContent).toBe(productName)
})

it('adds little to the HTML, in both languages', () => {
  const config: typeof demoConfig = {
    ...demoConfig,
    methods: ['google.com', 'microsoft.com', 'phone'],
  }
  const drawn = brotliCompressSync(drawFirstScreen(config, null, 2031))
  expect(drawn.length).toBeLessThan(2300)
})
