import { useId } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import { countriesIn } from './countries.ts'
import type { CountryCode } from './countries.ts'

interface CountrySelectProps {
  offered: readonly CountryCode[]
  country: CountryCode
  onSelect: (country: CountryCode) => void
}

/** The countries by name, in the page's language. The closed list shows only the calling code. */
export function CountrySelect({ offered, country, onSelect }: CountrySelectProps) {
  const { t, language } = useTranslation('phone')
  const id = useId()
  const countries = countriesIn(language, offered)
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
          {countries.map(({ code, name, callingCode }) => (
            <option key={code} value={code} translate="no">
              {`${name} (${callingCode})`}
            </option>
          ))}
        </select>
      </span>
    </div>
  )
}
