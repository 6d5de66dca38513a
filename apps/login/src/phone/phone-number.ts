import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'
import { toAsciiDigits } from './digits.ts'

/** Digits of a national number, without a trunk zero (requirements H4). */
const nationalLimit = 10

export type PhoneFault = 'required' | 'invalid' | 'too-long'

export type ReadPhoneNumber =
  | { ok: true; e164: string; country: CountryCode }
  | { ok: false; fault: PhoneFault; country: CountryCode }

/**
 * Understands a number as people write, paste and autofill it (D9). A number that names its country
 * with `+` or `00` is of that country; any other is of the chosen one. Nothing is ever cut.
 *
 * @param country the chosen one
 */
export function readPhoneNumber(text: string, country: CountryCode): ReadPhoneNumber {
  const dialled = dialledIn(text)
  if (dialled === '' || dialled === '+') return { ok: false, fault: 'required', country }
  const candidate = dialled.startsWith('+') ? dialled : withCountry(dialled, country)
  const number = parsePhoneNumberFromString(candidate, country)
  if (!number) return { ok: false, fault: faultOf(candidate, country), country }

  const { nationalNumber, countryCallingCode } = number
  const owner = countryOf(number, country)
  const e164 = `+${countryCallingCode}${nationalNumber}`
  if (nationalNumber.length > nationalLimit) return { ok: false, fault: 'too-long', country: owner }
  // By length alone: what is in use changes faster than any list (PH-21).
  if (!number.isPossible() || !/^\+[1-9]\d{6,14}$/.test(e164)) {
    return { ok: false, fault: 'invalid', country: owner }
  }
  return { ok: true, e164, country: owner }
}

/** Several countries share a code; the chosen one stays as long as it may, then the largest has it. */
function countryOf(number: PhoneNumber, chosen: CountryCode): CountryCode {
  const { country, countryCallingCode } = number
  if (getCountryCallingCode(chosen) === countryCallingCode) return chosen
  return country ?? metadata.country_calling_codes[countryCallingCode]?.[0] ?? chosen
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
  const code = getCountryCallingCode(country)
  if (!digits.startsWith(code)) return digits
  const asNational = parsePhoneNumberFromString(digits, country)
  const asWhole = parsePhoneNumberFromString(`+${digits}`)
  const isNational = asNational?.nationalNumber === digits && asNational.isPossible()
  return !isNational && asWhole?.isPossible() ? `+${digits}` : digits
}

function faultOf(dialled: string, country: CountryCode): PhoneFault {
  const prefix = dialled.startsWith('+') ? `+${getCountryCallingCode(country)}` : ''
  if (!dialled.startsWith(prefix)) return 'invalid'
  const national = dialled.slice(prefix.length).replace(/^0/, '')
  return national.length > nationalLimit ? 'too-long' : 'invalid'
}
