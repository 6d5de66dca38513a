import type { Branding, Help } from '@foyer/contract/config'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { Language } from '../language/choose-language.ts'
import { styleOf } from '../theme/branding.ts'
import { HelpContext } from './contact-line.tsx'
import { BrandPanel } from './brand-panel.tsx'
import { LanguageSelector } from './language-selector.tsx'
import { PageFoot } from './page-foot.tsx'

interface PageFrameProps {
  /** For styles and tests. */
  screenName: string
  /** The step on the screen. A change of it is shown with a transition. */
  step?: string
  /** The name of the step in the document's title (A14). */
  heading: string
  branding: Branding
  help?: Help | undefined
  /** The user waits, and there is nothing else on the screen. */
  isWaiting: boolean
  year: number
  onLanguage: (language: Language) => void
  children: ReactNode
}

const noHelp: Help = {}

/**
 * Whether the number of steps that the user has seen is odd or even, for the transition. Undefined on the first screen,
 * also after the loading view.
 *
 * @param step null while the user waits
 */
function useMoved(step: string | null): 'odd' | 'even' | undefined {
  const [last, setLast] = useState({ step, moves: 0 })
  if (last.step !== step) {
    const isFirst = last.step === null || step === null
    setLast({ step, moves: isFirst ? 0 : last.moves + 1 })
  }
  if (last.moves === 0) return undefined
  return last.moves % 2 === 0 ? 'even' : 'odd'
}

/** The frame around every screen (A8, A9). */
export function PageFrame(props: PageFrameProps) {
  const {
    screenName,
    heading,
    branding,
    help = noHelp,
    isWaiting,
    year,
    onLanguage,
    children,
  } = props
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
      data-moved={useMoved(isWaiting ? null : `${screenName} ${props.step ?? ''}`)}
      style={styleOf(branding)}
      // In prerendered markup, a script sets the style, and the browser serialises it differently from React.
      suppressHydrationWarning
    >
      <LanguageSelector language={language} onChoose={onLanguage} />
      {!isWaiting && <BrandPanel branding={branding} year={year} />}
      <main className="main">
        <div className="content">
          <HelpContext value={help}>{children}</HelpContext>
        </div>
        {!isWaiting && <PageFoot branding={branding} isTurkish={language === 'tr'} />}
      </main>
    </div>
  )
}
