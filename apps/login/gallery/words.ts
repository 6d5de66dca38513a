import type { i18n } from 'i18next'
import englishPhone from '@foyer/messages/en/phone.json'
import englishRegistration from '@foyer/messages/en/registration.json'
import englishSignInLink from '@foyer/messages/en/sign-in-link.json'
import turkishPhone from '@foyer/messages/tr/phone.json'
import turkishRegistration from '@foyer/messages/tr/registration.json'
import turkishSignInLink from '@foyer/messages/tr/sign-in-link.json'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import { createWords } from '../src/language/words.ts'

/** All messages in both languages, without a request. */
export async function createGalleryWords(): Promise<i18n> {
  const words = await createWords('tr', () => Promise.resolve(Response.json(turkishSignIn)))
  words.addResourceBundle('en', 'phone', englishPhone)
  words.addResourceBundle('tr', 'phone', turkishPhone)
  words.addResourceBundle('en', 'registration', englishRegistration)
  words.addResourceBundle('tr', 'registration', turkishRegistration)
  words.addResourceBundle('en', 'sign-in-link', englishSignInLink)
  words.addResourceBundle('tr', 'sign-in-link', turkishSignInLink)
  return words
}
