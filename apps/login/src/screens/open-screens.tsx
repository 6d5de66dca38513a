import type { i18n } from 'i18next'
import { StrictMode } from 'react'
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from '../app.tsx'
import type { RegistrationPartProps } from '../app.tsx'
import type { Language } from '../language/choose-language.ts'
import { changeLanguage, createWords, languageOf } from '../language/words.ts'
import type { FetchWords } from '../language/words.ts'
import type { PagePart } from '../page-part.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { inAppNotice, loadSignInLinkScreens, phoneScreen } from './late-parts.tsx'

interface ScreensParts {
  place: Element
  language: Language
  fetchWords: FetchWords
  store: SignInStore
  /** Fetches the registration's part of the script. */
  loadRegistration: (words: i18n) => Promise<{ default: ComponentType<RegistrationPartProps> }>
  onLanguage: (language: Language) => void
  /** Draws over what the visitor may be busy with; what is done in `draw` is done at once. */
  handOver: (draw: () => void) => Promise<void>
}

/** React with everything that can be shown. */
export interface Screens {
  words: i18n
  show: (part: PagePart) => void
  loadPhoneScreen: () => Promise<void>
  loadInAppNotice: () => Promise<void>
  loadSignInLinkScreens: () => Promise<void>
}

/** Resolves when React has drawn what the store holds. */
export async function openScreens(parts: ScreensParts, first: PagePart): Promise<Screens> {
  const { place, language, fetchWords, store, onLanguage } = parts
  const words = await createWords(language, fetchWords)
  const tellLanguage = (): void => {
    document.documentElement.lang = languageOf(words)
  }
  words.on('languageChanged', tellLanguage)

  const root = createRoot(place)
  const show = (part: PagePart): void =>
    root.render(
      <StrictMode>
        <App
          part={part}
          words={words}
          store={store}
          run={store.run}
          loadRegistration={() => parts.loadRegistration(words)}
          year={new Date().getFullYear()}
          onLanguage={(chosen) => {
            onLanguage(chosen)
            void changeLanguage(words, chosen)
          }}
        />
      </StrictMode>,
    )
  await parts.handOver(() => {
    tellLanguage()
    flushSync(() => show(first))
  })
  return {
    words,
    show,
    loadPhoneScreen: phoneScreen.load,
    loadInAppNotice: inAppNotice.load,
    loadSignInLinkScreens,
  }
}
