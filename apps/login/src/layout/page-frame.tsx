import type { Branding } from '@foyer/contract/config'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { Language } from '../language/choose-language.ts'
import { styleOf } from '../theme/look.ts'
import { BrandPanel } from './brand-panel.tsx'
import { LanguageSelector } from './language-selector.tsx'
import { PageFoot } from './page-foot.tsx'

interface PageFrameProps {
  /** For styles and tests. */
  screenName: string
  /** What the step is called in the document's title (A14). */
  heading: string
  branding: Branding
  /** The user waits, and the screen is all there is. */
  isWaiting: boolean
  year: number
  onLanguage: (language: Language) => void
  children: ReactNode
}

/** What stands around every screen (A8, A9). */
export function PageFrame(props: PageFrameProps) {
  const { screenName, heading, branding, isWaiting, year, onLanguage, children } = props
  const { language } = useTranslation()
  const title = [heading, branding.productName].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <div
      className={isWaiting ? 'page' : 'page page-framed'}
      data-screen={screenName}
      data-title={title}
      style={styleOf(branding)}
      // In prerendered markup a script has set the style, and a browser writes it in its own way.
      suppressHydrationWarning
    >
      <LanguageSelector language={language} onChoose={onLanguage} />
      {!isWaiting && <BrandPanel branding={branding} year={year} />}
      <main className="main">
        <div className="content">{children}</div>
        {!isWaiting && <PageFoot branding={branding} isTurkish={language === 'tr'} />}
      </main>
    </div>
  )
}
