import { render } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { WordsProvider } from '../language/use-translation.tsx'
import { createWords } from '../language/words.ts'
import { SignInPage } from '../sign-in-page.tsx'
import { createSignInStore, show } from '../sign-in/store.ts'
import type { SignInState } from '../sign-in/store.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createTestPage } from '../testing/test-page.tsx'
import { loadFirstWords } from './first-words.ts'
import turkishSignIn from '../../public/locales/tr/sign-in.json'

const standIns = {
  react: () => import('./react.ts'),
  zustand: () => import('./react.ts'),
  'react/jsx-runtime': () => import('./jsx-runtime.ts'),
  'react/jsx-dev-runtime': async () => {
    const { jsx, Fragment } = await import('./jsx-runtime.ts')
    return { jsxDEV: jsx, Fragment }
  },
}

/** As the bundler has it: the same components, with the small renderer where they name React. */
async function loadDrawing() {
  vi.resetModules()
  for (const [name, load] of Object.entries(standIns)) vi.doMock(name, load)
  const drawing = await import('./draw-sign-in-page.tsx')
  for (const name of Object.keys(standIns)) vi.doUnmock(name)
  vi.resetModules()
  return drawing
}

const fetchWords = (): Promise<Response> => Promise.resolve(Response.json(turkishSignIn))
const flow = { start() {} }
const { signInButtons } = createTestPage()
let drawing: Awaited<ReturnType<typeof loadDrawing>>

beforeAll(async () => {
  drawing = await loadDrawing()
})

async function drawBoth(language: 'en' | 'tr', state: Partial<SignInState>) {
  const store = createSignInStore()
  show(store, signInButtons)
  store.setState({ config: demoConfig, ...state })
  const words = await createWords(language, fetchWords)
  const byReact = render(
    <WordsProvider words={words}>
      <SignInPage store={store} flow={flow} year={2031} onLanguage={() => {}} />
    </WordsProvider>,
  ).container

  const firstWords = await loadFirstWords(language, fetchWords)
  if (!firstWords) throw new Error('There are no words.')
  const place = document.createElement('div')
  document.body.append(place)
  drawing.drawSignInPage({ place, words: firstWords, store, flow, year: 2031 })
  return { byReact, place }
}

/** Ids only have to be unique, and the marks of social networks come later. */
function plain(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const mark of copy.querySelectorAll('.social-mark')) mark.replaceWith('mark')
  for (const part of copy.querySelectorAll('*')) {
    for (const name of part.getAttributeNames()) {
      const value = part.getAttribute(name) ?? ''
      part.setAttribute(name, value.replace(/first-draw-\d+|_r_\w+_/g, 'id'))
    }
    const attributes = part.getAttributeNames().toSorted()
    const values = attributes.map((name) => [name, part.getAttribute(name) ?? ''] as const)
    for (const name of attributes) part.removeAttribute(name)
    for (const [name, value] of values) part.setAttribute(name, value)
  }
  return copy.innerHTML
}

describe('the first drawing is what React draws', () => {
  it.each<[string, 'en' | 'tr', Partial<SignInState>]>([
    ['in English', 'en', {}],
    ['in Turkish', 'tr', {}],
    ['while a method is under way', 'en', { loading: true }],
    ['with the company alone', 'en', { config: { ...demoConfig, branding: {} } }],
    ['where visitors may register', 'tr', { config: { ...demoConfig, selfRegistration: true } }],
    [
      'with one method',
      'en',
      { status: { ...signInButtons, methods: ['phone'], tenant: null, lastUsed: null } },
    ],
    ['with no method', 'en', { status: { ...signInButtons, methods: [] } }],
    [
      'in the look of a company',
      'en',
      {
        status: {
          ...signInButtons,
          tenant: {
            id: 'acme-1a2b3',
            name: 'Acme',
            look: {
              name: 'Acme',
              accent: '#102030',
              panelColor: '#405060',
              logoUrl: 'https://acme.example/logo.svg',
              panelImageUrl: 'https://acme.example/panel.jpg',
            },
          },
        },
      },
    ],
  ])('%s', async (_case, language, state) => {
    const { byReact, place } = await drawBoth(language, state)
    expect(place.querySelector('main')).not.toBeNull()
    expect(plain(place)).toBe(plain(byReact))
  })

  it('answers a press, takes the focus and names the document', async () => {
    const pressed: string[] = []
    const { place } = await drawBoth('en', {
      status: { ...signInButtons, continueWith: (method) => pressed.push(method) },
    })
    expect(document.activeElement).toBe(place.querySelector('h1'))
    expect(document.title).toContain('Sign in')
    place.querySelector<HTMLElement>('.choices button')?.click()
    expect(pressed).toEqual(['google.com'])
  })
})

it.each<[string, Partial<SignInState>]>([
  ['nothing but the loading view', { status: { name: 'loading' } }],
  ['a complaint', { status: signInButtons, error: 'NETWORK' }],
  [
    'the way out of an app',
    {
      status: {
        ...signInButtons,
        wayOut: { name: 'X', outside: null, address: async () => '' } as never,
      },
    },
  ],
  ['a step of the phone', { status: { ...signInButtons, step: { name: 'phoneNumber' } as never } }],
])('%s is left to React', (_case, state) => {
  expect(drawing.isDrawable({ ...createSignInStore().getState(), ...state })).toBe(false)
})
