import type { SafeStorage } from '../browser/safe-storage.ts'

export const languages = ['tr', 'en'] as const
export type Language = (typeof languages)[number]

const storageKey = 'language'

function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** Requirement A12. */
export function chooseLanguage(
  search: string,
  storage: Pick<SafeStorage, 'read' | 'write'>,
): Language {
  const asked = new URLSearchParams(search).get('lang')
  if (isLanguage(asked)) {
    saveLanguage(asked, storage)
    return asked
  }
  return storage.read(storageKey) === 'tr' ? 'tr' : 'en'
}

export function saveLanguage(
  language: Language,
  storage: Pick<SafeStorage, 'read' | 'write'>,
): void {
  storage.write(storageKey, language)
}
