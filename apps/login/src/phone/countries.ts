import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import type { Language } from '../language/choose-language.ts'

export type { CountryCode } from 'libphonenumber-js/min'

export interface Country {
  code: CountryCode
  name: string
  /** With its `+`. */
  callingCode: string
}

/**
 * The countries that a visitor can choose from, in the order of their language; Turkey first where
 * that is Turkish (D9).
 *
 * @param allowed the deployment's list; without one, every country
 */
export function countriesIn(language: Language, allowed?: readonly string[]): Country[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const { compare } = new Intl.Collator(language)
  const home = language === 'tr' ? 'TR' : null
  return getCountries()
    .filter((code) => allowed === undefined || allowed.includes(code))
    .map((code) => ({
      code,
      name: names.of(code) ?? code,
      callingCode: `+${getCountryCallingCode(code)}`,
    }))
    .toSorted(
      (a, b) => Number(b.code === home) - Number(a.code === home) || compare(a.name, b.name),
    )
}

/**
 * The country chosen at the start: the deployment's first, else Turkey in Turkish, else that of the
 * browser.
 *
 * @param locale of the browser, such as `en-GB`
 */
export function firstCountry(
  countries: readonly Country[],
  language: Language,
  locale: string,
  allowed?: readonly string[],
): CountryCode {
  const region = /-([A-Z]{2})\b/.exec(locale)?.[1]
  const wished = [allowed?.[0], language === 'tr' ? 'TR' : undefined, region, 'TR']
  const found = wished
    .map((code) => countries.find((country) => country.code === code))
    .find((country) => country !== undefined)
  return (found ?? countries[0])?.code ?? 'TR'
}

/** A national number as it follows the country's code: together they can be dialled (PH-09). */
export function exampleOf(country: CountryCode): string {
  const example = getExampleNumber(country, examples)
  if (!example) return ''
  return example.formatInternational().slice(`+${example.countryCallingCode}`.length).trim()
}
