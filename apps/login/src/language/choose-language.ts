import type { SafeStorage } from '../browser/safe-storage.ts'

export const languages = ['tr', 'en'] as const
export type Language = (typeof languages)[number]

const storageKey = 'language'

function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** Requirement A12. */
export function chooseLanguage(search: string, storage: SafeStorage): Language {
  const asked = new URLSearchParams(search).get('lang')
  if (isLanguage(asked)) {
    saveLanguage(asked, storage)
    return asked
  }
  return storage.read(storageKey) === 'tr' ? 'tr' : 'en'
}

export function saveLanguage(language: Language, storage: SafeStorage): void {
  storage.write(storageKey, language)
}

/**
 * The language that the identity service is asked for (A12): the first `hl` that is a language tag,
 * otherwise the interface's. `hl` ends up in addresses and headers of that service.
 */
export function identityLanguage(search: string, language: Language): string {
  const tag = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3}$/i
  return new URLSearchParams(search).getAll('hl').find((hl) => tag.test(hl)) ?? language
}
