import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'
import { toAsciiDigits } from './digits.ts'
import { nationalLimit } from './national-limit.ts'

export type PhoneNumberError = 'required' | 'invalid' | 'too-long' | 'not-offered'

export type ReadPhoneNumber =
  | { ok: true; e164: string; country: CountryCode; national: string }
  | { ok: false; error: PhoneNumberError; country: CountryCode }

/** As far as a text can be read as a number, whole or not. */
interface Digits {
  callingCode: string
  national: string
  /** Unknown where several countries share the calling code and the number is none of theirs yet. */
  country?: CountryCode | undefined
}

const countriesByCallingCode: Partial<Record<string, CountryCode[]>> =
  metadata.country_calling_codes

/**
 * Understands a number as people write, paste and autofill it (D9). A number that names its country
 * with `+` or `00` is of that country, if it is offered; any other is of the chosen one. Nothing is ever
 * cut, and no country is guessed: the answer names the chosen one or the one that the text names.
 *
 * @param chosen one of the offered
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
  // By length alone: what is in use changes faster than any list (PH-21).
  if (!number?.isPossible() || !/^\+[1-9]\d{6,14}$/.test(e164)) {
    return { ok: false, error: 'invalid', country }
  }
  return { ok: true, e164, country, national }
}

/** Nothing that anybody could see was entered. */
function isBlank(text: string): boolean {
  return text.replace(/[\s\p{C}\p{DI}]/gu, '') === ''
}

/** The digits, and a `+` before them when the number names its country. */
function dialledIn(text: string): string {
  const kept = toAsciiDigits(text.normalize('NFKC')).replace(/[^+\d]/g, '')
  // Whoever pastes a whole number behind a half-typed one means the whole one (PH-05).
  const whole = kept.slice(Math.max(0, kept.lastIndexOf('+')))
  return whole.startsWith('00') ? `+${whole.slice(2)}` : whole
}

/** A number written with its country's code but without `+`, where it can mean nothing else (PH-10). */
function withCountry(digits: string, country: CountryCode): string {
  if (!digits.startsWith(getCountryCallingCode(country))) return digits
  const isNational = digits.length <= nationalLimit(country) && isNationalNumber(digits, country)
  return !isNational && parse(`+${digits}`, country)?.isPossible() ? `+${digits}` : digits
}

function isNationalNumber(digits: string, country: CountryCode): boolean {
  const number = parse(digits, country)
  return number?.nationalNumber === digits && number.isPossible()
}

/** Mexico dialled these before national numbers until 2019, and people still write them. */
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

/** Of a text that is no number: too long, or not yet one. Null where it names no country that there is. */
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
 * Several countries share a calling code: the chosen one keeps it; otherwise the number's own country has
 * it or, where that is not known, the largest of those that are offered. Null where none is.
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
