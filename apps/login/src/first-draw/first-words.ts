import type { i18n } from 'i18next'
import englishLoading from '../../public/locales/en/loading.json'
import englishSignIn from '../../public/locales/en/sign-in.json'
import turkishLoading from '../../public/locales/tr/loading.json'
import type { Language } from '../language/choose-language.ts'
import type { FetchWords } from '../language/words.ts'
import { plainWords } from './plain-words.ts'

/** The words of the sign-in buttons, or null where those of the visitor's language cannot be had. */
export async function loadFirstWords(
  language: Language,
  fetchWords: FetchWords,
): Promise<i18n | null> {
  if (language === 'en')
    return plainWords('en', { loading: englishLoading, 'sign-in': englishSignIn })
  try {
    const answer = await fetchWords('tr', 'sign-in')
    const signIn: unknown = await answer.clone().json()
    return signIn instanceof Object
      ? plainWords('tr', { loading: turkishLoading, 'sign-in': signIn })
      : null
  } catch {
    return null
  }
}
