import type { i18n } from 'i18next'
import type { Language } from './choose-language.ts'

/** A file of words, by its name. */
export type WordsFile = 'loading' | 'errors' | 'sign-in' | 'phone' | 'registration'

/** The language that the words of a file are shown in: English where the Turkish could not be had. */
export function spokenLanguage(words: i18n, file: WordsFile = 'sign-in'): Language {
  return words.language === 'tr' && words.hasResourceBundle('tr', file) ? 'tr' : 'en'
}
