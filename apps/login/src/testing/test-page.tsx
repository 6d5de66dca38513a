import { render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import englishInApp from '@foyer/messages/en/in-app.json'
import englishPassword from '@foyer/messages/en/password.json'
import englishPhone from '@foyer/messages/en/phone.json'
import englishRejection from '@foyer/messages/en/rejection.json'
import englishSecondFactor from '@foyer/messages/en/second-factor.json'
import englishSignInLink from '@foyer/messages/en/sign-in-link.json'
import englishSignIn from '@foyer/messages/en/sign-in.json'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import { App } from '../page/app.tsx'
import type { Language } from '../language/choose-language.ts'
import { changeLanguage, createI18n } from '../language/i18n.ts'
import type { Route } from '../browser/route.ts'
import type { RunCommand } from '../sign-in/commands.ts'
import type { Screen, SignInButtons } from '../sign-in/screen.ts'
import { createSignInStore, show } from '../sign-in/store.ts'
import { demoConfig } from './demo-config.ts'

const messagesOf = (language: string): Promise<Response> =>
  Promise.resolve(Response.json(language === 'tr' ? turkishSignIn : englishSignIn))

/** The whole page with a store that the test fills, and the presses on the page. */
export function createTestPage() {
  const store = createSignInStore()
  /** The first argument of each command that was run, or the command's name if it has none. */
  const pressed: string[] = []
  const run: RunCommand = (name, ...input) => {
    const [first] = input
    pressed.push(typeof first === 'string' ? first : name)
  }

  const signInButtons: SignInButtons = {
    name: 'signInButtons',
    step: { name: 'methods' },
    notice: null,
    methods: ['google.com', 'microsoft.com'],
    lastUsed: 'microsoft.com',
    tenant: { id: 'acme-1a2b3', name: 'Acme', settings: { name: 'Acme' } },
    inApp: null,
  }

  async function open(
    language: Language = 'en',
    route: Route = 'sign-in',
    fetchMessages = messagesOf,
  ): Promise<void> {
    const i18n = await createI18n(language, fetchMessages)
    // The messages of the parts that a test has loaded, as their scripts add them.
    i18n.addResourceBundle('en', 'in-app', englishInApp)
    i18n.addResourceBundle('en', 'password', englishPassword)
    i18n.addResourceBundle('en', 'phone', englishPhone)
    i18n.addResourceBundle('en', 'rejection', englishRejection)
    i18n.addResourceBundle('en', 'second-factor', englishSecondFactor)
    i18n.addResourceBundle('en', 'sign-in-link', englishSignInLink)
    render(
      <StrictMode>
        <App
          route={route}
          i18n={i18n}
          store={store}
          run={run}
          loadRegistration={() => Promise.resolve({ default: () => <p>Registration</p> })}
          year={2031}
          onLanguage={(chosen) => void changeLanguage(i18n, chosen)}
        />
      </StrictMode>,
    )
  }

  return {
    store,
    pressed,
    signInButtons,
    open,
    async openAt(shown: Screen, language: Language = 'en'): Promise<void> {
      store.setState({ config: demoConfig })
      show(store, shown)
      await open(language)
    },
  }
}

export type TestPage = ReturnType<typeof createTestPage>

export const button = (name: string): HTMLElement => screen.getByRole('button', { name })
