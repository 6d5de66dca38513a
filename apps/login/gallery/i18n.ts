import type { i18n as I18n } from 'i18next'
import englishDiscovery from '@foyer/messages/en/discovery.json'
import englishEmailLink from '@foyer/messages/en/email-link.json'
import englishInApp from '@foyer/messages/en/in-app.json'
import englishPassword from '@foyer/messages/en/password.json'
import englishPhone from '@foyer/messages/en/phone.json'
import englishRejection from '@foyer/messages/en/rejection.json'
import englishRegistration from '@foyer/messages/en/registration.json'
import englishSecondFactor from '@foyer/messages/en/second-factor.json'
import englishSignInLink from '@foyer/messages/en/sign-in-link.json'
import turkishDiscovery from '@foyer/messages/tr/discovery.json'
import turkishEmailLink from '@foyer/messages/tr/email-link.json'
import turkishInApp from '@foyer/messages/tr/in-app.json'
import turkishPassword from '@foyer/messages/tr/password.json'
import turkishPhone from '@foyer/messages/tr/phone.json'
import turkishRejection from '@foyer/messages/tr/rejection.json'
import turkishRegistration from '@foyer/messages/tr/registration.json'
import turkishSecondFactor from '@foyer/messages/tr/second-factor.json'
import turkishSignInLink from '@foyer/messages/tr/sign-in-link.json'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import { createI18n } from '../src/language/i18n.ts'

/** All messages in both languages, without a request. */
export async function createGalleryI18n(): Promise<I18n> {
  const i18n = await createI18n('tr', () => Promise.resolve(Response.json(turkishSignIn)))
  i18n.addResourceBundle('en', 'discovery', englishDiscovery)
  i18n.addResourceBundle('tr', 'discovery', turkishDiscovery)
  i18n.addResourceBundle('en', 'email-link', englishEmailLink)
  i18n.addResourceBundle('tr', 'email-link', turkishEmailLink)
  i18n.addResourceBundle('en', 'in-app', englishInApp)
  i18n.addResourceBundle('tr', 'in-app', turkishInApp)
  i18n.addResourceBundle('en', 'password', englishPassword)
  i18n.addResourceBundle('tr', 'password', turkishPassword)
  i18n.addResourceBundle('en', 'phone', englishPhone)
  i18n.addResourceBundle('tr', 'phone', turkishPhone)
  i18n.addResourceBundle('en', 'rejection', englishRejection)
  i18n.addResourceBundle('tr', 'rejection', turkishRejection)
  i18n.addResourceBundle('en', 'registration', englishRegistration)
  i18n.addResourceBundle('tr', 'registration', turkishRegistration)
  i18n.addResourceBundle('en', 'second-factor', englishSecondFactor)
  i18n.addResourceBundle('tr', 'second-factor', turkishSecondFactor)
  i18n.addResourceBundle('en', 'sign-in-link', englishSignInLink)
  i18n.addResourceBundle('tr', 'sign-in-link', turkishSignInLink)
  return i18n
}
