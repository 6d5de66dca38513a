import { limits, registrationFields } from '@foyer/contract/registration'
import type { FieldErrors, Registration, RegistrationField } from '@foyer/contract/registration'
import { useEffect, useRef } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { RegistrationFormStep } from './registration-state.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useSecondsUntil } from '../ui/use-seconds-until.ts'

interface RegistrationFormProps {
  step: RegistrationFormStep
  onChange: (values: Partial<Registration>) => void
  onSubmit: (values: Partial<Registration>) => void
}

const inputs = {
  firstName: { autoComplete: 'given-name' },
  lastName: { autoComplete: 'family-name' },
  email: { autoComplete: 'email', type: 'email', inputMode: 'email', autoCapitalize: 'none' },
  company: { autoComplete: 'organization' },
} as const

export function RegistrationForm({ step, onChange, onSubmit }: RegistrationFormProps) {
  const { t } = useTranslation('registration')
  const { values, errors, fixed, attempt, isSending, failure, isCorrection } = step
  const form = useRef<HTMLFormElement>(null)
  const messageFor = useErrorMessages(errors)
  const [firstWrong, ...others] = registrationFields.filter((field) => errors[field] !== undefined)
  const count = firstWrong === undefined ? 0 : others.length + 1
  const isTooEarly = useSecondsUntil(failure?.retryAt) > 0

  useEffect(() => {
    if (attempt > 0 && firstWrong !== undefined) fieldIn(form.current, firstWrong)?.focus()
  }, [attempt, firstWrong])

  useEffect(() => {
    if (!isCorrection) return
    const email = fieldIn(form.current, 'email')
    email?.focus()
    email?.select()
  }, [isCorrection])

  const read = (): Partial<Registration> =>
    form.current ? Object.fromEntries(textsIn(new FormData(form.current))) : {}

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isTooEarly) onSubmit(read())
  }

  return (
    // Our own messages are in the page's language. The browser's may be in another.
    <form
      ref={form}
      className="form form-step form-long"
      noValidate
      onSubmit={submit}
      onInput={() => onChange(read())}
    >
      {registrationFields.map((field) => {
        const isFixed = fixed.includes(field)
        return (
          <TextField
            key={field}
            {...inputs[field]}
            name={field}
            label={t(field)}
            placeholder={t(`placeholder.${field}`)}
            defaultValue={values[field]}
            readOnly={isFixed}
            hint={isFixed ? t('readOnly') : undefined}
            error={messageFor(field)}
            spellCheck={false}
          />
        )
      })}
      <Button type="submit" kind="primary" isBusy={isSending} isIdle={isSending || isTooEarly}>
        {t('submit')}
      </Button>
      <output className="visually-hidden">
        {isSending && <span>{t('sending')}</span>}
        {count > 0 && <span key={attempt}>{t('summary', { count })}</span>}
      </output>
    </form>
  )
}

function fieldIn(form: HTMLFormElement | null, name: RegistrationField): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>(`[name=${name}]`) ?? null
}

function useErrorMessages(errors: FieldErrors): (field: RegistrationField) => string | undefined {
  const { t } = useTranslation('registration')
  return (field) => {
    const error = errors[field]
    if (error === undefined) return undefined
    if (error === 'required') return t('error.required')
    if (error === 'too-long') return t('error.tooLong', { limit: limitOf(field) })
    return t(field === 'email' ? 'error.invalidEmail' : 'error.invalid')
  }
}

function limitOf(field: RegistrationField): number {
  return field === 'email' || field === 'company' ? limits[field] : limits.name
}

function* textsIn(data: FormData): Generator<[string, string]> {
  for (const [name, value] of data) if (typeof value === 'string') yield [name, value]
}
