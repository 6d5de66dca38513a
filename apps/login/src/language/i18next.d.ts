import 'i18next'
import type phone from '../../public/locales/en/phone.json'
import type registration from '../../public/locales/en/registration.json'
import type signInLink from '../../public/locales/en/sign-in-link.json'
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
