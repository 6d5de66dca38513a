import type { i18n as I18n } from 'i18next'
import { useTranslation, I18nProvider } from '../language/use-translation.tsx'
import { lazy, Suspense, useState } from 'react'
import type { ComponentType } from 'react'
import type { Language } from '../language/choose-language.ts'
import { PageFrame } from '../layout/page-frame.tsx'
import type { Route } from '../browser/route.ts'
import { LoadingView } from '../layout/loading-view.tsx'
import { SignInPage } from './sign-in-page.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { RegistrationPartProps } from '../registration/registration-page.tsx'
import type { ReadableStore } from '../sign-in/store.ts'

export interface AppProps {
  route: Route
  i18n: I18n
  /** Fetches the script of the registration. */
  loadRegistration: () => Promise<{
    default: ComponentType<RegistrationPartProps>
  }>
  store: ReadableStore
  run: RunCommand
  year: number
  onLanguage: (language: Language) => void
}

export function App({ route, i18n, loadRegistration, ...parts }: AppProps) {
  const [Registration] = useState(() => lazy(loadRegistration))
  return (
    <I18nProvider i18n={i18n}>
      {route === 'sign-in' ? (
        <SignInPage {...parts} />
      ) : (
        <Suspense fallback={<WaitingPage {...parts} />}>
          <Registration year={parts.year} onLanguage={parts.onLanguage} />
        </Suspense>
      )}
    </I18nProvider>
  )
}

function WaitingPage({ year, onLanguage }: RegistrationPartProps) {
  const { t } = useTranslation('loading')
  return (
    <PageFrame
      screenName="loading"
      heading={t('title')}
      branding={{}}
      isWaiting
      year={year}
      onLanguage={onLanguage}
    >
      <LoadingView header={t('header')} subText={t('subText')} />
    </PageFrame>
  )
}
