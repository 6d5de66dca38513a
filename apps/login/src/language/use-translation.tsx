import type { i18n, Namespace, TFunction } from 'i18next'
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { Language } from './choose-language.ts'
import { languageOf } from './words.ts'

const WordsContext = createContext<i18n | null>(null)

/** Provides the messages to everything inside, which renders again when a language is chosen. */
export function WordsProvider({ words, children }: { words: i18n; children: ReactNode }) {
  return <WordsContext value={words}>{children}</WordsContext>
}

/**
 * The messages of one or more files. The first file needs no prefix: `t('errors:NETWORK')` is for another.
 * docs/decisions/0003-page-stack.md says why this is not react-i18next.
 */
export function useTranslation<Names extends Namespace = 'sign-in'>(
  names?: Names,
): { t: TFunction<Names>; language: Language } {
  const words = use(WordsContext)
  if (!words) throw new Error('useTranslation is called outside of a WordsProvider')
  const subscribe = useCallback(
    (onChange: () => void) => {
      words.on('languageChanged', onChange)
      return () => words.off('languageChanged', onChange)
    },
    [words],
  )
  const current = (): Language => languageOf(words)
  const language = useSyncExternalStore(subscribe, current, current)
  const files = [names ?? 'sign-in'].flat().join(' ')
  const t = useMemo(
    () => words.getFixedT<Names>(language, files.split(' ') as unknown as Names),
    [words, language, files],
  )
  return { t: t as TFunction<Names>, language }
}
