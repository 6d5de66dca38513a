import { createInstance } from 'i18next'
import type { i18n } from 'i18next'
import englishErrors from '@foyer/messages/en/errors.json'
import englishLoading from '@foyer/messages/en/loading.json'
import englishSignIn from '@foyer/messages/en/sign-in.json'
import turkishErrors from '@foyer/messages/tr/errors.json'
import turkishLoading from '@foyer/messages/tr/loading.json'
import { languages } from './choose-language.ts'
import type { Language } from './choose-language.ts'

/** Asks for one file of words, `/locales/{language}/{namespace}.json` (F8). */
export type FetchWords = (language: string, namespace: string) => Promise<Response>

/**
 * The page must be able to say in both languages that something failed, and never shows a key: the
 * loading and error views' words and all English ones are in the script, the rest is fetched.
 */
const builtIn = {
  en: { loading: englishLoading, errors: englishErrors, 'sign-in': englishSignIn },
  tr: { loading: turkishLoading, errors: turkishErrors },
}

export type Words = (typeof builtIn)['en']

/** Which language was chosen last: an answer to an older choice may come after it. */
const chosen = new WeakMap<i18n, Language>()

/** Resolves when the words are there, or when it is known that English has to do. */
export async function createWords(language: Language, fetchWords: FetchWords): Promise<i18n> {
  const words = createInstance()
  await words
    .use({
      type: 'backend',
      read: (lng: string, namespace: string) => readWords(fetchWords(lng, namespace)),
    })
    .init({
      lng: language,
      fallbackLng: 'en',
      supportedLngs: languages,
      ns: ['loading', 'errors', 'sign-in'],
      defaultNS: 'sign-in',
      // A copy, because it adds to them.
      resources: { en: { ...builtIn.en }, tr: { ...builtIn.tr } },
      partialBundledLanguages: true,
      // React escapes.
      interpolation: { escapeValue: false },
    })
  await speak(words, language)
  return words
}

/** Adds the words of a part that has a script of its own. */
export async function addWords(words: i18n, part: string, english: object): Promise<void> {
  words.addResourceBundle('en', part, english)
  await words.loadNamespaces(part)
  await speak(words, languageOf(words))
}

/** Words that could not be had when they were first asked for are asked for again. */
export async function changeLanguage(words: i18n, language: Language): Promise<void> {
  chosen.set(words, language)
  const missing = missingIn(words, language)
  if (missing.length > 0) await words.reloadResources([language], missing)
  if (chosen.get(words) === language) await speak(words, language)
}

export function languageOf(words: i18n): Language {
  return words.language === 'tr' ? 'tr' : 'en'
}

/** One language at a time: a page of which a part would be in English is in English altogether. */
async function speak(words: i18n, language: Language): Promise<void> {
  const spoken = missingIn(words, language).length > 0 ? 'en' : language
  if (spoken !== words.language) await words.changeLanguage(spoken)
}

function missingIn(words: i18n, language: Language): string[] {
  const parts = [words.options.ns ?? []].flat()
  return parts.filter((part) => !words.hasResourceBundle(language, part))
}

async function readWords(answer: Promise<Response>): Promise<object> {
  const response = await answer
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const words: unknown = await response.json()
  if (!(words instanceof Object)) throw new Error('no words')
  return words
}
