import type { Config } from '@foyer/contract/config'
import type { i18n as I18n } from 'i18next'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import type { MethodSteps, OpenMethodSteps, PhoneStepsDeps } from '../sign-in/method-steps.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { addPhoneMessages } from '../code/add-phone-messages.ts'
import { firstCountry, offeredCountries } from './countries.ts'
import { createPendingCodes } from './pending-code.ts'
import { createPhoneSignIn } from './phone-sign-in.ts'
import { createSentCodes } from './sent-codes.ts'

export { addPhoneMessages } from '../code/add-phone-messages.ts'
export { PhoneScreen } from './phone-screen.tsx'

export interface PhonePartDeps {
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

/**
 * The phone flow for a second factor. It keeps no code for after a reload, because the sign-in itself is in memory only,
 * and the page's custom events are those of the first factor.
 */
export function openFactorMessages(
  deps: Pick<
    PhonePartDeps,
    'config' | 'store' | 'storage' | 'failureOf' | 'shownLanguage' | 'locale' | 'now'
  >,
): (deps: PhoneStepsDeps) => MethodSteps {
  const { countries } = deps.config
  return (attempt) =>
    createPhoneSignIn({
      ...deps,
      ...attempt,
      events: new EventTarget(),
      sentCodes: createSentCodes(deps.storage, deps.now),
      pendingCodes: { keep() {}, recall: () => null, forget() {} },
      offered: offeredCountries(countries),
      firstCountry: () => firstCountry(deps.shownLanguage(), deps.locale, countries),
    })
}

/** The phone flow, complete. Its script is fetched when a user chooses the phone. */
export async function preparePhoneSignIn(deps: PhonePartDeps): Promise<OpenMethodSteps> {
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
