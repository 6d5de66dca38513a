import { useEffect } from 'react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { Language } from './language/choose-language.ts'
import { BrandPanel } from './layout/brand-panel.tsx'
import { LanguageSelector } from './layout/language-selector.tsx'
import { PageFoot } from './layout/page-foot.tsx'
import { Complaint } from './screens/failure/complaint.tsx'
import { LoadingView } from './screens/loading/loading-view.tsx'
import { ScreenHeading } from './screens/screen-heading.tsx'
import { ScreenBody } from './screens/screen-body.tsx'
import { useHeading } from './screens/use-heading.ts'
import type { SignInFlow } from './sign-in/sign-in-flow.ts'
import { complaintOf, screenOf } from './sign-in/store.ts'
import type { SignInStore } from './sign-in/store.ts'

interface SignInPageProps {
  store: SignInStore
  flow: SignInFlow
  year: number
  onLanguage: (language: Language) => void
}

/** The wrapper around the screens of a sign-in (A5): runs the flow, and shows where it stands. */
export function SignInPage({ store, flow, year, onLanguage }: SignInPageProps) {
  const { t, i18n } = useTranslation('loading')
  const state = useStore(store)
  const screen = screenOf(state)
  const isWaiting = screen.name === 'loading' || screen.name === 'welcome'
  const complaint = complaintOf(state)
  const { heading, lead } = useHeading(screen.name)
  const language = i18n.language === 'tr' ? 'tr' : 'en'
  const branding = state.config?.branding ?? {}

  useEffect(() => flow.start(), [flow])

  const tenantName = screen.name === 'signInButtons' ? (screen.tenant?.name ?? null) : null
  const title = [heading, branding.productName].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <div className="page" data-screen={screen.name} style={accentStyle(branding.accent)}>
      <LanguageSelector language={language} onChoose={onLanguage} />
      {!isWaiting && <BrandPanel branding={branding} year={year} />}
      <main className="main">
        <div className="content">
          {screen.name === 'loading' && <LoadingView header={t('header')} subText={t('subText')} />}
          {screen.name === 'welcome' && <LoadingView subText={heading} smiling />}
          {!isWaiting && (
            <ScreenHeading
              key={screen.name}
              heading={heading}
              lead={lead}
              tenantName={tenantName === branding.productName ? null : tenantName}
            />
          )}
          {/* Here before any error is, so that a screen reader announces it (AX-01). */}
          <div role="alert" className="alert">
            {complaint && <Complaint failure={complaint} />}
          </div>
          {!isWaiting && (
            <ScreenBody
              screen={screen}
              isBusy={state.loading}
              applicationUrl={state.config?.productURL ?? null}
            />
          )}
        </div>
        {!isWaiting && <PageFoot branding={branding} isTurkish={language === 'tr'} />}
      </main>
    </div>
  )
}

function accentStyle(accent: string | undefined): CSSProperties | undefined {
  return accent === undefined
    ? undefined
    : ({ '--brand': accent, '--action': accent } as CSSProperties)
}
