import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { FormEvent, RefObject } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import { exampleOf } from './countries.ts'
import type { CountryCode } from './countries.ts'
import { CountrySelect } from './country-select.tsx'
import { toAsciiDigits } from '../code/digits.ts'
import { nationalLimit } from './national-limit.ts'
import { readPhoneNumber } from './phone-number.ts'
import type { RunCommand } from '../sign-in/commands.ts'
import type { PhoneStep } from '../sign-in/screen.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'

interface NumberStepProps {
  step: Extract<PhoneStep, { name: 'phoneNumber' }>
  isBusy: boolean
  run: RunCommand
}

const errorKeys = {
  required: 'error.required',
  invalid: 'error.invalid',
  'too-long': 'error.tooLong',
  'not-offered': 'error.notOffered',
} as const

/**
 * The calling code beside the national number (D9). The field is uncontrolled. It stays mounted after an attempt,
 * because a screen reader announces nothing in a new live region.
 */
export function NumberStep({ step, isBusy, run }: NumberStepProps) {
  const { t } = useTranslation('phone')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const challenge = useRef<HTMLDivElement>(null)
  const [chosenAt, setChosen] = useState({ attempt: step.attempt, code: step.country })
  const [fixedAt, setFixedAt] = useState(-1)
  const country = chosenAt.attempt === step.attempt ? chosenAt.code : step.country
  const error = fixedAt === step.attempt ? null : step.error

  useFieldFocus(field, step)

  function setCountry(code: CountryCode): void {
    setChosen({ attempt: step.attempt, code })
  }

  function readNumber(): void {
    const input = field.current
    if (!input) return
    showAsciiDigits(input)
    const read = readPhoneNumber(input.value, country, step.offered)
    run('noteNumber', input.value, read.country)
    if (!read.ok) return
    setFixedAt(step.attempt)
    setCountry(read.country)
  }

  function select(selected: CountryCode): void {
    setCountry(selected)
    const input = field.current
    if (!input) return
    const read = readPhoneNumber(input.value, selected, step.offered)
    if (read.ok) {
      setFixedAt(step.attempt)
      // Otherwise the list would show one country, and the number in the field would have the code of another.
      if (read.country !== selected) input.value = read.national
    }
    run('noteNumber', input.value, selected)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy && field.current && challenge.current) {
      run('sendCode', field.current.value, country, challenge.current)
    }
  }

  return (
    <form className="form form-step" noValidate onSubmit={submit}>
      <div className="phone">
        <CountrySelect offered={step.offered} country={country} onSelect={select} />
        <TextField
          ref={field}
          id={`${id}-number`}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          label={t('phoneNumber')}
          placeholder={exampleOf(country)}
          defaultValue={step.typed}
          onInput={readNumber}
          error={error ? t(errorKeys[error], { limit: nationalLimit(step.country) }) : undefined}
          attempt={step.attempt}
          isLive
        />
      </div>
      {/* An invisible challenge must not take the form's gap. */}
      <div>
        <div ref={challenge} />
        <Button type="submit" kind="primary" isBusy={isBusy} isIdle={isBusy}>
          {t('send')}
        </Button>
      </div>
      <output className="visually-hidden">{isBusy && t('sending')}</output>
    </form>
  )
}

/** The field has the focus when the step opens, and after a rejected attempt. */
function useFieldFocus(
  field: RefObject<HTMLInputElement | null>,
  { attempt, error }: Pick<NumberStepProps['step'], 'attempt' | 'error'>,
): void {
  // In the task of the press that opened the step. Otherwise, a phone does not show its keyboard.
  useLayoutEffect(() => field.current?.focus(), [field])

  useEffect(() => {
    if (attempt > 0 && error !== null) field.current?.focus()
  }, [field, attempt, error])
}

/** Each character is replaced by one character, so that the caret stays in its place (PH-11, PH-18). */
function showAsciiDigits(input: HTMLInputElement): void {
  const shown = toAsciiDigits(input.value)
  if (shown === input.value || shown.length !== input.value.length) return
  const { selectionStart, selectionEnd } = input
  input.value = shown
  input.setSelectionRange(selectionStart, selectionEnd)
}
