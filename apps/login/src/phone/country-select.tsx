import { useId, useMemo } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import { countriesIn } from './countries.ts'
import type { Country, CountryCode } from './countries.ts'

interface CountrySelectProps {
  offered: readonly CountryCode[]
  country: CountryCode
  onSelect: (country: CountryCode) => void
}

/** The countries by name, in the page's language. The closed list shows only the calling code. */
export function CountrySelect({ offered, country, onSelect }: CountrySelectProps) {
  const { t, language } = useTranslation('phone')
  const id = useId()
  // Once per language: the list is rendered again with each digit of the number, and has two hundred countries.
  const { countries, options } = useMemo(() => {
    const countries = countriesIn(language, offered)
    return { countries, options: countries.map(optionOf) }
  }, [language, offered])
  const selected = countries.find(({ code }) => code === country)

  return (
    <div className="field phone-country">
      <label htmlFor={id}>{t('countryCode')}</label>
      <span className="select">
        <span className="select-shown" aria-hidden="true" translate="no">
          {selected?.callingCode}
        </span>
        <select
          id={id}
          name="country"
          autoComplete="tel-country-code"
          value={country}
          onChange={({ target }) => {
            const chosen = offered.find((code) => code === target.value)
            if (chosen) onSelect(chosen)
          }}
        >
          {options}
        </select>
      </span>
    </div>
  )
}

function optionOf({ code, name, callingCode }: Country) {
  return (
    <option key={code} value={code} translate="no">
      {`${name} (${callingCode})`}
    </option>
  )
}
