import type { i18n as I18n, Namespace, TFunction } from 'i18next'
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { Language } from './choose-language.ts'
import { languageOf } from './i18n.ts'

const I18nContext = createContext<I18n | null>(null)

/** Provides the messages to everything inside, which renders again when a language is chosen. */
export function I18nProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  return <I18nContext value={i18n}>{children}</I18nContext>
}

/**
 * The messages of one or more files. The first file needs no prefix: `t('errors:NETWORK')` is for another.
 * docs/decisions/0003-page-stack.md says why this is not react-i18next.
 */
export function useTranslation<Names extends Namespace = 'sign-in'>(
  names?: Names,
): { t: TFunction<Names>; language: Language } {
  const i18n = use(I18nContext)
  if (!i18n) throw new Error('useTranslation is called outside of a I18nProvider')
  const subscribe = useCallback(
    (onChange: () => void) => {
      i18n.on('languageChanged', onChange)
      return () => i18n.off('languageChanged', onChange)
    },
    [i18n],
  )
  const current = (): Language => languageOf(i18n)
  const language = useSyncExternalStore(subscribe, current, current)
  const files = [names ?? 'sign-in'].flat().join(' ')
  const t = useMemo(
    () => i18n.getFixedT<Names>(language, files.split(' ') as unknown as Names),
    [i18n, language, files],
  )
  return { t: t as TFunction<Names>, language }
}
