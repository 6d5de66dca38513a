import type { Config } from '@foyer/contract/config'
import type { i18n as I18n } from 'i18next'
import englishMessages from '@foyer/messages/en/phone.json'
import turkishMessages from '@foyer/messages/tr/phone.json'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import { addMessages } from '../language/i18n.ts'
import type { OpenPhoneSignIn } from '../sign-in/open-phone-sign-in.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { firstCountry, offeredCountries } from './countries.ts'
import { createPendingCodes } from './pending-code.ts'
import { createPhoneSignIn } from './phone-sign-in.ts'
import { createSentCodes } from './sent-codes.ts'

export { PhoneScreen } from './phone-screen.tsx'

interface PhonePartDeps {
  i18n: I18n
  config: Config
  store: SignInStore
  events: EventTarget
  /** The storage of the whole browser. */
  storage: SafeStorage
  tabStorage: SafeStorage
  failureOf: (error: unknown) => RepeatableFailure
  shownLanguage: () => Language
  /** The locale of the browser, such as `en-GB`. */
  locale: string
  now: () => number
}

/** Both languages are in this script, because the field must get the focus in the task of a press (`page/preload-phone.ts`). */
export function addPhoneMessages(i18n: I18n): Promise<void> {
  i18n.addResourceBundle('tr', 'phone', turkishMessages)
  return addMessages(i18n, 'phone', englishMessages)
}

/** The phone flow, complete. Its script is fetched when a user chooses the phone. */
export async function preparePhoneSignIn(deps: PhonePartDeps): Promise<OpenPhoneSignIn> {
  const { i18n, config, storage, now, shownLanguage, locale } = deps
  await addPhoneMessages(i18n)
  const { countries: allowed } = config
  const offered = offeredCountries(allowed)
  const sentCodes = createSentCodes(storage, now)
  const pendingCodes = createPendingCodes(deps.tabStorage, now)
  return (attempt) =>
    createPhoneSignIn({
      ...deps,
      ...attempt,
      sentCodes,
      pendingCodes,
      offered,
      firstCountry: () => firstCountry(shownLanguage(), locale, allowed),
    })
}
