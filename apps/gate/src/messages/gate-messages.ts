import { acceptedNames } from '@foyer/contract/header-text'
import english from '@foyer/messages/en/gate.json' with { type: 'json' }
import turkish from '@foyer/messages/tr/gate.json' with { type: 'json' }

export type Messages = typeof english

export type PageName = keyof Messages['pages']
export type LinkName = keyof Messages['links']
export type Language = 'tr' | 'en'

export const gateMessages: Readonly<Record<Language, Messages>> = { en: english, tr: turkish }

/** The first language of the header that the gate has, otherwise English. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const first = acceptedNames(acceptLanguage).find((range) => /^(?:tr|en)(?:-|$)/.test(range))
  return first?.startsWith('tr') ? 'tr' : 'en'
}
