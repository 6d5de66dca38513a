import { isValidPhoneNumber } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { countriesIn, exampleOf, firstCountry, offeredCountries } from './countries.ts'

describe('the countries', () => {
  it('the countries are named and ordered in Turkish, with Turkey first (D9i)', () => {
    const countries = countriesIn('tr', offeredCountries())
    expect(countries[0]).toEqual({ code: 'TR', name: 'Türkiye', callingCode: '+90' })
    expect(countries.length).toBeGreaterThan(200)
    const names = countries.slice(1).map(({ name }) => name)
    expect(names).toEqual([...names].sort(new Intl.Collator('tr').compare))
    expect(names.indexOf('Çin')).toBeGreaterThan(names.indexOf('Cibuti'))
  })

  it('the countries are ordered in English by their English names', () => {
    const names = countriesIn('en', offeredCountries()).map(({ name }) => name)
    expect(names).toEqual([...names].sort(new Intl.Collator('en').compare))
    expect(names).toContain('Germany')
  })

  it('the offered countries are those that the deployment allows and that have phone numbers', () => {
    expect(offeredCountries(['TR', 'AQ', 'DE'])).toEqual(['TR', 'DE'])
    expect(countriesIn('en', offeredCountries(['TR', 'DE'])).map(({ code }) => code)).toEqual([
      'DE',
      'TR',
    ])
  })

  it('a list without any country that has phone numbers is an error', () => {
    expect(() => offeredCountries(['AQ'])).toThrowError(
      expect.objectContaining({ code: 'auth/operation-not-allowed' }),
    )
  })
})

describe('the first country', () => {
  it.each([
    ['tr', 'en-GB', undefined, 'TR'],
    ['en', 'en-GB', undefined, 'GB'],
    ['en', 'de', undefined, 'TR'],
    ['en', 'en-GB', ['DE', 'GB'], 'DE'],
    ['tr', 'tr-TR', ['DE', 'TR'], 'DE'],
    ['tr', 'tr-TR', ['DE'], 'DE'],
    ['tr', 'tr-TR', ['AQ', 'GB'], 'GB'],
    ['en', 'en-AQ', undefined, 'TR'],
  ] as const)(
    'with the language %s, the browser’s %s and the list %j, the first country is %s',
    (language, locale, allowed, code) => {
      expect(firstCountry(language, locale, allowed)).toBe(code)
    },
  )
})

describe('an example', () => {
  it('the example number is national and has no trunk prefix', () => {
    expect(exampleOf('TR')).toMatch(/^5\d\d \d{3} \d\d \d\d$/)
    expect(exampleOf('GB')).not.toMatch(/^0/)
  })

  it('the example number of every country can be dialled after the calling code in front of it (PH-09)', () => {
    const unusable = countriesIn('en', offeredCountries()).filter(({ code, callingCode }) => {
      const example = exampleOf(code)
      return example !== '' && !isValidPhoneNumber(`${callingCode} ${example}`)
    })
    expect(unusable).toEqual([])
  })
})
