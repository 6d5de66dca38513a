import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
} from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { CodedError } from '../errors/coded-error.ts'
import type { Language } from '../language/choose-language.ts'

export type { CountryCode } from 'libphonenumber-js/min'

export interface Country {
  code: CountryCode
  name: string
  /** The calling code with its `+`. */
  callingCode: string
}

/**
 * The countries whose numbers are accepted, in the deployment's order.
 *
 * @param allowed the deployment's list, or every country without one
 * @throws if the list has no country with phone numbers
 */
export function offeredCountries(allowed?: readonly string[]): readonly CountryCode[] {
  if (allowed === undefined) return getCountries()
  const offered = allowed.filter((code) => isSupportedCountry(code))
  // No number can be entered, and another country would be a guess.
  if (offered.length === 0) throw new CodedError('auth/operation-not-allowed')
  return offered
}

/** The offered countries by name, with Turkey first in Turkish (D9). */
export function countriesIn(language: Language, offered: readonly CountryCode[]): Country[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const { compare } = new Intl.Collator(language)
  const home = language === 'tr' ? 'TR' : null
  return offered
    .map((code) => ({
      code,
      name: names.of(code) ?? code,
      callingCode: `+${getCountryCallingCode(code)}`,
    }))
    .sort((a, b) => Number(b.code === home) - Number(a.code === home) || compare(a.name, b.name))
}

/**
 * The country that is selected at the start: the deployment's first, otherwise Turkey in Turkish, otherwise the
 * browser's.
 *
 * @param locale of the browser, such as `en-GB`
 */
export function firstCountry(
  language: Language,
  locale: string,
  allowed?: readonly string[],
): CountryCode {
  const region = /-([A-Z]{2})\b/.exec(locale)?.[1] ?? ''
  const [first] = offeredCountries(allowed)
  if (allowed !== undefined && first !== undefined) return first
  return language !== 'tr' && isSupportedCountry(region) ? region : 'TR'
}

/** An example of a national number, which can be dialled after the calling code (PH-09). */
export function exampleOf(country: CountryCode): string {
  const example = getExampleNumber(country, examples)
  if (!example) return ''
  return example.formatInternational().slice(`+${example.countryCallingCode}`.length).trim()
}
