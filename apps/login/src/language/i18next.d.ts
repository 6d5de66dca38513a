import 'i18next'
import type discovery from '@foyer/messages/en/discovery.json'
import type emailLink from '@foyer/messages/en/email-link.json'
import type inApp from '@foyer/messages/en/in-app.json'
import type phone from '@foyer/messages/en/phone.json'
import type password from '@foyer/messages/en/password.json'
import type registration from '@foyer/messages/en/registration.json'
import type rejection from '@foyer/messages/en/rejection.json'
import type secondFactor from '@foyer/messages/en/second-factor.json'
import type signInLink from '@foyer/messages/en/sign-in-link.json'
import type { Messages } from './i18n.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'sign-in'
    /** The messages in the main script, and those in the scripts of other parts. */
    resources: Messages & {
      discovery: typeof discovery
      'email-link': typeof emailLink
      'in-app': typeof inApp
      password: typeof password
      phone: typeof phone
      registration: typeof registration
      rejection: typeof rejection
      'second-factor': typeof secondFactor
      'sign-in-link': typeof signInLink
    }
  }
}
