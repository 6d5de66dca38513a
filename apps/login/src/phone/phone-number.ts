import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'
import { toAsciiDigits } from '../code/digits.ts'
import { nationalLimit } from './national-limit.ts'

export type PhoneNumberError = 'required' | 'invalid' | 'too-long' | 'not-offered'

export type ReadPhoneNumber =
  | { ok: true; e164: string; country: CountryCode; national: string }
  | { ok: false; error: PhoneNumberError; country: CountryCode }

/** What is known of a text that need not be a complete number. */
interface Digits {
  callingCode: string
  national: string
  /**
   * Undefined if several countries share the calling code, and the number is not complete enough to tell them apart.
   */
  country?: CountryCode | undefined
}

const countriesByCallingCode: Partial<Record<string, CountryCode[]>> =
  metadata.country_calling_codes

/**
 * Parses a number as people write, paste and autofill it (D9). A number with `+` or `00` belongs to the country of its
 * calling code, if that is offered. Any other number belongs to the chosen country. Nothing is ever cut, and no country
 * is guessed: the result has the chosen country or the one in the text.
 *
 * @param chosen one of the offered countries
 */
export function readPhoneNumber(
  text: string,
  chosen: CountryCode,
  offered: readonly CountryCode[],
): ReadPhoneNumber {
  if (isBlank(text)) return { ok: false, error: 'required', country: chosen }
  const dialled = dialledIn(text)
  const candidate = dialled.startsWith('+') ? dialled : withCountry(dialled, chosen)
  const number = parse(candidate, chosen)
  const digits = number ? digitsOf(number) : digitsIn(candidate, chosen)
  if (!digits) return { ok: false, error: 'invalid', country: chosen }

  const country = ownerOf(digits, chosen, offered)
  if (!country) return { ok: false, error: 'not-offered', country: chosen }
  const { callingCode, national } = digits
  if (national.length > nationalLimit(country)) return { ok: false, error: 'too-long', country }
  const e164 = `+${callingCode}${national}`
  // Only the length is checked, because the numbers in use change faster than any list (PH-21).
  if (!number?.isPossible() || !/^\+[1-9]\d{6,14}$/.test(e164)) {
    return { ok: false, error: 'invalid', country }
  }
  return { ok: true, e164, country, national }
}

/** Whether the text has no visible character. */
function isBlank(text: string): boolean {
  return text.replace(/[\s\p{C}\p{DI}]/gu, '') === ''
}

/** The digits, with a `+` in front if the number has a calling code. */
function dialledIn(text: string): string {
  const kept = toAsciiDigits(text.normalize('NFKC')).replace(/[^+\d]/g, '')
  // If a whole number was pasted behind a half-typed one, only the pasted one is meant (PH-05).
  const whole = kept.slice(Math.max(0, kept.lastIndexOf('+')))
  return whole.startsWith('00') ? `+${whole.slice(2)}` : whole
}

/** Adds the `+` to a number that has the calling code without one, if it cannot mean anything else (PH-10). */
function withCountry(digits: string, country: CountryCode): string {
  if (!digits.startsWith(getCountryCallingCode(country))) return digits
  const isNational = digits.length <= nationalLimit(country) && isNationalNumber(digits, country)
  return !isNational && parse(`+${digits}`, country)?.isPossible() ? `+${digits}` : digits
}

function isNationalNumber(digits: string, country: CountryCode): boolean {
  const number = parse(digits, country)
  return number?.nationalNumber === digits && number.isPossible()
}

/** In Mexico, these prefixes were dialled before national numbers until 2019, and people still write them. */
const retiredInMexico = /^(?:0?1|044|045)(?=\d{10}$)/

function parse(dialled: string, country: CountryCode): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(dialled, country)
  if (number?.countryCallingCode !== '52' || !retiredInMexico.test(number.nationalNumber)) {
    return number
  }
  return parsePhoneNumberFromString(`+52${number.nationalNumber.replace(retiredInMexico, '')}`)
}

function digitsOf({ countryCallingCode, nationalNumber, country }: PhoneNumber): Digits {
  return { callingCode: countryCallingCode, national: nationalNumber, country }
}

/** What is known of a text that is too long or not yet a number. Null if its calling code does not exist. */
function digitsIn(dialled: string, chosen: CountryCode): Digits | null {
  if (dialled === '') return null
  if (!dialled.startsWith('+')) {
    return { callingCode: getCountryCallingCode(chosen), national: withoutTrunkZero(dialled) }
  }
  const callingCode = [2, 3, 4]
    .map((end) => dialled.slice(1, end))
    .find((code) => countriesByCallingCode[code] !== undefined)
  if (callingCode === undefined) return null
  return { callingCode, national: withoutTrunkZero(dialled.slice(1 + callingCode.length)) }
}

function withoutTrunkZero(digits: string): string {
  return digits.replace(/^0/, '')
}

/**
 * The country of a number whose calling code several countries share: the chosen country if it is one of them,
 * otherwise the number's own country or, if that is unknown, the largest offered one. Null if there is none.
 */
function ownerOf(
  { callingCode, country }: Digits,
  chosen: CountryCode,
  offered: readonly CountryCode[],
): CountryCode | null {
  if (getCountryCallingCode(chosen) === callingCode) return chosen
  const possible = country ? [country] : (countriesByCallingCode[callingCode] ?? [])
  return possible.find((code) => offered.includes(code)) ?? null
}
