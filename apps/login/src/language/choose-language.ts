import type { SafeStorage } from '../browser/safe-storage.ts'
import { withoutParameter } from '../browser/without-parameter.ts'

export const languages = ['tr', 'en'] as const
export type Language = (typeof languages)[number]

const storageKey = 'language'
const parameter = 'lang'

function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** The language of the page (requirement A12). */
export function chooseLanguage(
  search: string,
  storage: Pick<SafeStorage, 'read' | 'write'>,
): Language {
  const asked = new URLSearchParams(search).get(parameter)
  if (isLanguage(asked)) {
    saveLanguage(asked, storage)
    return asked
  }
  return storage.read(storageKey) === 'tr' ? 'tr' : 'en'
}

/**
 * Stores the language that the user chose on the page (A9). Another `lang` is removed from the URL, because it would
 * override the choice at the next reload.
 */
export function keepLanguage(
  language: Language,
  storage: Pick<SafeStorage, 'write'>,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'state' | 'replaceState'>,
): void {
  saveLanguage(language, storage)
  const asked = new URLSearchParams(search).get(parameter)
  if (asked === null || asked === language) return
  const rest = withoutParameter(search, parameter)
  history.replaceState(history.state, '', `${pathname}${rest}${hash}`)
}

function saveLanguage(language: Language, storage: Pick<SafeStorage, 'write'>): void {
  storage.write(storageKey, language)
}
