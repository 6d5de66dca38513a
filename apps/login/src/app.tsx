import type { i18n } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { Redirect, Route, Switch } from 'wouter'
import type { Language } from './language/choose-language.ts'
import { SignInPage } from './sign-in-page.tsx'
import type { SignInFlow } from './sign-in/sign-in-flow.ts'
import type { SignInStore } from './sign-in/store.ts'

interface AppProps {
  words: i18n
  store: SignInStore
  flow: SignInFlow
  year: number
  onLanguage: (language: Language) => void
}

export function App({ words, ...parts }: AppProps) {
  return (
    <I18nextProvider i18n={words}>
      <Switch>
        {/* One wrapper for both: a sign-in moves from one to the other without a break (A5). */}
        <Route path={/^\/(?:welcome)?$/}>
          <SignInPage {...parts} />
        </Route>
        {/* A mistyped path loses no request (A4). */}
        <Route>
          <Redirect to={`/${window.location.search}${window.location.hash}`} replace />
        </Route>
      </Switch>
    </I18nextProvider>
  )
}
