import { useTranslation } from './use-translation.tsx'
import type { Language } from './choose-language.ts'
import { spokenLanguage } from './spoken-language.ts'
import type { WordsFile } from './spoken-language.ts'

/**
 * For the `lang` of a part whose words are in another language than the page, which is so where a file
 * of words could not be had: the words of errors are always there, those of the layout need not be.
 */
export function useLang(file: WordsFile): Language | undefined {
  const { i18n } = useTranslation()
  const language = spokenLanguage(i18n, file)
  return language === spokenLanguage(i18n) ? undefined : language
}
