import { getCountries, Metadata } from 'libphonenumber-js/max'
import type { CountryCode } from 'libphonenumber-js/max'
import { expect, it } from 'vitest'
import { nationalLimit } from './national-limit.ts'

/** The part of the library's metadata that is missing in its types. */
interface NumberingPlan {
  possibleLengths(): number[]
  type(name: 'MOBILE'): { possibleLengths(): number[] | undefined } | undefined
}

function longestMobileNumber(country: CountryCode): number {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  const plan = metadata.numberingPlan as unknown as NumberingPlan
  const mobile = plan.type('MOBILE')
  // A kind of number without its own lengths has the lengths of all numbers.
  return mobile ? Math.max(...(mobile.possibleLengths() ?? plan.possibleLengths())) : 0
}

it('the limit of a country is ten digits, or those of its longest mobile numbers where they have more (D9d, H4)', () => {
  const countries = getCountries()
  expect(countries.map((country) => [country, nationalLimit(country)])).toEqual(
    countries.map((country) => [country, Math.max(10, longestMobileNumber(country))]),
  )
})

it.each([
  ['TR', 10],
  ['US', 10],
  ['NO', 10],
  ['DE', 11],
  ['ID', 12],
] as const)('the limit of %s is %i digits (D9d, D9e)', (country, limit) => {
  expect(nationalLimit(country)).toBe(limit)
})
