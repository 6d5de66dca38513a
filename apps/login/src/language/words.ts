import { createInstance } from 'i18next'
import type { i18n } from 'i18next'
import englishErrors from '@foyer/messages/en/errors.json'
import englishLoading from '@foyer/messages/en/loading.json'
import englishSignIn from '@foyer/messages/en/sign-in.json'
import turkishErrors from '@foyer/messages/tr/errors.json'
import turkishLoading from '@foyer/messages/tr/loading.json'
import { languages } from './choose-language.ts'
import type { Language } from './choose-language.ts'

/** Requests a message file, `/locales/{language}/{namespace}.json` (F8). */
export type FetchWords = (language: string, namespace: string) => Promise<Response>

/**
 * The page must be able to report a failure in both languages, and never shows a message key. So the script has the
 * messages of the loading and error views, and all English messages. The others are fetched.
 */
const builtIn = {
  en: { loading: englishLoading, errors: englishErrors, 'sign-in': englishSignIn },
  tr: { loading: turkishLoading, errors: turkishErrors },
}

export type Words = (typeof builtIn)['en']

/** The language that was chosen last. The messages of an earlier choice may arrive after it. */
const chosen = new WeakMap<i18n, Language>()

/** Resolves when the messages are loaded, or when English must be used instead. */
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
      // A copy, because i18next adds to it.
      resources: { en: { ...builtIn.en }, tr: { ...builtIn.tr } },
      partialBundledLanguages: true,
      // React escapes the values.
      interpolation: { escapeValue: false },
    })
  await speak(words, language)
  return words
}

/** Adds the messages of a part that has its own script. */
export async function addWords(words: i18n, part: string, english: object): Promise<void> {
  words.addResourceBundle('en', part, english)
  await words.loadNamespaces(part)
  await speak(words, languageOf(words))
}

/** Changes the language. Messages that could not be fetched before are requested again. */
export async function changeLanguage(words: i18n, language: Language): Promise<void> {
  chosen.set(words, language)
  const missing = missingIn(words, language)
  if (missing.length > 0) await words.reloadResources([language], missing)
  if (chosen.get(words) === language) await speak(words, language)
}

export function languageOf(words: i18n): Language {
  return words.language === 'tr' ? 'tr' : 'en'
}

/** The page shows one language at a time: if any message is missing in the chosen language, all are in English. */
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
