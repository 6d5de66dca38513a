import type { CountryCode } from 'libphonenumber-js/min'

/** The usual number of digits in a national number, without a trunk zero (requirement H4). */
const usualLimit = 10

/**
 * Countries whose mobile numbers have more digits. The page's metadata has only the lengths of all numbers of a
 * country, including those of machines and services. A test compares this list with the full metadata.
 */
const longerLimits: Partial<Record<CountryCode, number>> = {
  AR: 11,
  AT: 13,
  BR: 11,
  CN: 11,
  DE: 11,
  ID: 12,
  NL: 11,
}

/** The maximum number of digits in a phone number of the country (D9). */
export function nationalLimit(country: CountryCode): number {
  return longerLimits[country] ?? usualLimit
}
