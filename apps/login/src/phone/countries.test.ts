import { describe, expect, it } from 'vitest'
import { countriesIn, exampleOf, firstCountry } from './countries.ts'

describe('the countries', () => {
  it('are named and ordered in Turkish, Turkey first (D9)', () => {
    const countries = countriesIn('tr')
    expect(countries[0]).toEqual({ code: 'TR', name: 'Türkiye', callingCode: '+90' })
    expect(countries.length).toBeGreaterThan(200)
    const names = countries.slice(1).map(({ name }) => name)
    expect(names).toEqual(names.toSorted(new Intl.Collator('tr').compare))
    expect(names.indexOf('Çin')).toBeGreaterThan(names.indexOf('Cibuti'))
  })

  it('are ordered in English as English has it', () => {
    const names = countriesIn('en').map(({ name }) => name)
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
    expect(names).toContain('Germany')
  })

  it('are those that the deployment allows', () => {
    expect(countriesIn('en', ['TR', 'DE']).map(({ code }) => code)).toEqual(['DE', 'TR'])
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
  ] as const)(
    'in %s with a browser of %s and the list %j is %s',
    (language, locale, allowed, code) => {
      expect(firstCountry(countriesIn(language, allowed), language, locale, allowed)).toBe(code)
    },
  )
})

it('an example can be dialled after the code of its country (PH-09)', () => {
  expect(exampleOf('TR')).toMatch(/^5\d\d \d{3} \d\d \d\d$/)
  expect(exampleOf('GB')).not.toMatch(/^0/)
})
