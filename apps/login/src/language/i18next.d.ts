import 'i18next'
import type phone from '@foyer/messages/en/phone.json'
import type registration from '@foyer/messages/en/registration.json'
import type signInLink from '@foyer/messages/en/sign-in-link.json'
import type { Words } from './words.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'sign-in'
    /** Those that come with the script, and those that come with the part which needs them. */
    resources: Words & {
      phone: typeof phone
      registration: typeof registration
      'sign-in-link': typeof signInLink
    }
  }
}
