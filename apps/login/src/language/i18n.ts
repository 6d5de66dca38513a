import { createInstance } from 'i18next'
import type { i18n as I18n } from 'i18next'
import englishErrors from '@foyer/messages/en/errors.json'
import englishLoading from '@foyer/messages/en/loading.json'
import englishSignIn from '@foyer/messages/en/sign-in.json'
import turkishErrors from '@foyer/messages/tr/errors.json'
import turkishLoading from '@foyer/messages/tr/loading.json'
import { languages } from './choose-language.ts'
import type { Language } from './choose-language.ts'

/** Requests a message file, `/locales/{language}/{namespace}.json` (F8). */
export type FetchMessages = (language: string, namespace: string) => Promise<Response>

/**
 * The page must be able to report a failure in both languages, and never shows a message key. So the script has the
 * messages of the loading and error views, and all English messages. The others are fetched.
 */
const builtIn = {
  en: { loading: englishLoading, errors: englishErrors, 'sign-in': englishSignIn },
  tr: { loading: turkishLoading, errors: turkishErrors },
}

export type Messages = (typeof builtIn)['en']

/** The language that was chosen last. The messages of an earlier choice may arrive after it. */
const chosen = new WeakMap<I18n, Language>()

/** Resolves when the messages are loaded, or when English must be used instead. */
export async function createI18n(language: Language, fetchMessages: FetchMessages): Promise<I18n> {
  const i18n = createInstance()
  chosen.set(i18n, language)
  await i18n
    .use({
      type: 'backend',
      read: (lng: string, namespace: string) => readMessages(fetchMessages(lng, namespace)),
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
  await applyLanguage(i18n, language)
  return i18n
}

/** Adds the messages of a part that has its own script. */
export async function addMessages(i18n: I18n, part: string, english: object): Promise<void> {
  i18n.addResourceBundle('en', part, english)
  await i18n.loadNamespaces(part)
  // While the messages of another part are on their way, the page is in English for a moment.
  await applyLanguage(i18n, chosen.get(i18n) ?? languageOf(i18n))
}

/** Changes the language. Messages that could not be fetched before are requested again. */
export async function changeLanguage(i18n: I18n, language: Language): Promise<void> {
  chosen.set(i18n, language)
  const missing = missingIn(i18n, language)
  if (missing.length > 0) await i18n.reloadResources([language], missing)
  if (chosen.get(i18n) === language) await applyLanguage(i18n, language)
}

export function languageOf(i18n: I18n): Language {
  return i18n.language === 'tr' ? 'tr' : 'en'
}

/** The page shows one language at a time: if any message is missing in the chosen language, all are in English. */
async function applyLanguage(i18n: I18n, language: Language): Promise<void> {
  const applied = missingIn(i18n, language).length > 0 ? 'en' : language
  if (applied !== i18n.language) await i18n.changeLanguage(applied)
}

function missingIn(i18n: I18n, language: Language): string[] {
  const parts = [i18n.options.ns ?? []].flat()
  return parts.filter((part) => !i18n.hasResourceBundle(language, part))
}

async function readMessages(answer: Promise<Response>): Promise<object> {
  const response = await answer
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const messages: unknown = await response.json()
  if (!(messages instanceof Object)) throw new Error('no messages')
  return messages
}
