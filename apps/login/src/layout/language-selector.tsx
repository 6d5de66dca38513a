// A native select shows no flags.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import { languages } from '../language/choose-language.ts'
import type { Language } from '../language/choose-language.ts'
import { moveActive } from './move-active.ts'

const names: Record<Language, string> = { tr: 'Türkçe', en: 'English' }

interface LanguageSelectorProps {
  language: Language
  onChoose: (language: Language) => void
}

/** Requirement A9, as a select-only combobox: the focus stays on the button. */
export function LanguageSelector({ language, onChoose }: LanguageSelectorProps) {
  const { t } = useTranslation('sign-in')
  const [active, setActive] = useState<Language | null>(null)
  const isOpen = active !== null
  const place = useRef<HTMLElement>(null)
  const id = useId()

  useEffect(() => {
    const closeFromOutside = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !place.current?.contains(target)) setActive(null)
    }
    if (isOpen) document.addEventListener('pointerdown', closeFromOutside)
    return () => document.removeEventListener('pointerdown', closeFromOutside)
  }, [isOpen])

  function choose(chosen: Language): void {
    setActive(null)
    onChoose(chosen)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Tab') return setActive(null)
    const moved = moveActive(languages, active, language, event.key)
    if (moved === undefined) return
    event.preventDefault()
    if (moved.choose !== null) choose(moved.choose)
    else setActive(moved.active)
  }

  return (
    <header className="language" ref={place}>
      <button
        type="button"
        role="combobox"
        className="language-button"
        aria-label={t('language')}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
        onClick={() => setActive(isOpen ? null : language)}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(null)}
      >
        <Flag language={language} />
        <span lang={language} translate="no">
          {names[language]}
        </span>
        <svg className="language-arrow" viewBox="0 0 12 12" fill="none" aria-hidden="true">
          <path d="m2.5 4.5 3.5 3.5 3.5-3.5" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      <div
        id={`${id}-list`}
        className="language-list"
        role="listbox"
        aria-label={t('language')}
        hidden={!isOpen}
      >
        {languages.map((offered) => (
          // The combobox handles the keyboard, and keeps the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={offered}
            id={`${id}-${offered}`}
            role="option"
            lang={offered}
            aria-selected={offered === language}
            className={offered === active ? 'language-active' : undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(offered)}
          >
            <Flag language={offered} />
            <span translate="no">{names[offered]}</span>
          </div>
        ))}
      </div>
    </header>
  )
}

function Flag({ language }: { language: Language }) {
  return <img className="flag" src={`/flags/${language}.svg`} alt="" width="24" height="16" />
}
