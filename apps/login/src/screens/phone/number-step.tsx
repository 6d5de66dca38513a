import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from '../../language/use-translation.tsx'
import { countriesIn, exampleOf } from '../../phone/countries.ts'
import { toAsciiDigits } from '../../phone/digits.ts'
import { readPhoneNumber } from '../../phone/phone-number.ts'
import type { PhoneStep } from '../../phone/phone-step.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface NumberStepProps {
  step: Extract<PhoneStep, { name: 'phoneNumber' }>
  isBusy: boolean
}

const faultKeys = {
  required: 'fault.required',
  invalid: 'fault.invalid',
  'too-long': 'fault.tooLong',
} as const

/** The country's code beside the national number (D9). The field's content is the browser's alone. */
export function NumberStep({ step, isBusy }: NumberStepProps) {
  const { t, i18n } = useTranslation('phone')
  const language = i18n.language === 'tr' ? 'tr' : 'en'
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const proof = useRef<HTMLDivElement>(null)
  const [country, setCountry] = useState(step.country)
  const [isMended, setMended] = useState(false)
  const countries = countriesIn(language, step.allowed)
  const chosen = countries.find(({ code }) => code === country) ?? countries[0]
  const fault = isMended ? null : step.fault

  useEffect(() => {
    if (step.fault !== null) field.current?.focus()
  }, [step.fault])

  function understand(): void {
    const input = field.current
    if (!input || !chosen) return
    showAsciiDigits(input)
    const read = readPhoneNumber(input.value, chosen.code)
    if (!read.ok) return
    setMended(true)
    // Only a number that names its country may choose another (PH-02), of those there are to choose.
    if (countries.some(({ code }) => code === read.country)) setCountry(read.country)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy && field.current && proof.current && chosen) {
      step.send(field.current.value, chosen.code, proof.current)
    }
  }

  return (
    <form className="form" noValidate onSubmit={submit}>
      <div className="phone">
        <div className="field phone-country">
          <label htmlFor={`${id}-country`}>{t('countryCode')}</label>
          <span className="select">
            <span className="select-shown" aria-hidden="true">
              {chosen?.callingCode}
            </span>
            <select
              id={`${id}-country`}
              name="country"
              autoComplete="tel-country-code"
              value={chosen?.code}
              onChange={({ target }) => setCountry(target.value)}
            >
              {countries.map(({ code, name, callingCode }) => (
                <option key={code} value={code}>
                  {name} ({callingCode})
                </option>
              ))}
            </select>
          </span>
        </div>
        <TextField
          ref={field}
          id={`${id}-number`}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          label={t('phoneNumber')}
          placeholder={exampleOf(chosen?.code ?? 'TR')}
          defaultValue={step.typed}
          onInput={understand}
          fault={fault === null ? undefined : t(faultKeys[fault])}
          isLive
        />
      </div>
      <div ref={proof} className="proof" />
      <Button type="submit" look="primary" isBusy={isBusy} isIdle={isBusy}>
        {t('send')}
      </Button>
      <output className="visually-hidden">{isBusy && t('sending')}</output>
    </form>
  )
}

/** Character for character, so that the caret stays where it is (PH-11, PH-18). */
function showAsciiDigits(input: HTMLInputElement): void {
  const shown = toAsciiDigits(input.value)
  if (shown === input.value || shown.length !== input.value.length) return
  const { selectionStart, selectionEnd } = input
  input.value = shown
  input.setSelectionRange(selectionStart, selectionEnd)
}
