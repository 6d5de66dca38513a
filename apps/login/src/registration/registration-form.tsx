import { limits, registrationFields } from '@foyer/contract/registration'
import type { FieldErrors, Registration, RegistrationField } from '@foyer/contract/registration'
import { useEffect, useId, useRef } from 'react'
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

interface ErrorSummaryProps {
  /** The prefix of the fields' ids. */
  id: string
  errors: FieldErrors
  /** The number of rejected attempts. */
  attempt: number
  messageFor: (field: RegistrationField) => string | undefined
}

const inputs = {
  firstName: { autoComplete: 'given-name' },
  lastName: { autoComplete: 'family-name' },
  email: { autoComplete: 'email', type: 'email', inputMode: 'email', autoCapitalize: 'none' },
  company: { autoComplete: 'organization' },
} as const

export function RegistrationForm({ step, onChange, onSubmit }: RegistrationFormProps) {
  const { t } = useTranslation('registration')
  const { values, errors, fixed, isSending, failure, isCorrection } = step
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const messageFor = useErrorMessages(errors)
  const isTooEarly = useSecondsUntil(failure?.retryAt) > 0

  useEffect(() => {
    const email = form.current?.querySelector<HTMLInputElement>('[name=email]')
    if (!isCorrection || !email) return
    email.focus()
    email.select()
  }, [isCorrection])

  const read = (): Partial<Registration> =>
    form.current ? Object.fromEntries(textsIn(new FormData(form.current))) : {}

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isTooEarly) onSubmit(read())
  }

  return (
    // Our own messages are in the page's language. The browser's may be in another.
    <form ref={form} className="form" noValidate onSubmit={submit} onInput={() => onChange(read())}>
      <ErrorSummary id={id} errors={errors} attempt={step.attempt} messageFor={messageFor} />
      {registrationFields.map((field) => {
        const isFixed = fixed.includes(field)
        return (
          <TextField
            key={field}
            {...inputs[field]}
            id={`${id}-${field}`}
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
      <output className="visually-hidden">{isSending && t('sending')}</output>
    </form>
  )
}

/** Takes the focus when an attempt is rejected, and links to each field with an error. */
function ErrorSummary({ id, errors, attempt, messageFor }: ErrorSummaryProps) {
  const { t } = useTranslation('registration')
  const place = useRef<HTMLDivElement>(null)
  const wrongFields = registrationFields.filter((field) => errors[field] !== undefined)

  useEffect(() => {
    if (attempt > 0) place.current?.focus()
  }, [attempt])

  if (wrongFields.length === 0) return null
  return (
    <section ref={place} className="error-summary" tabIndex={-1} aria-labelledby={`${id}-summary`}>
      <p id={`${id}-summary`}>{t('summary', { count: wrongFields.length })}</p>
      <ul>
        {wrongFields.map((field) => (
          <li key={field}>
            <a
              href={`#${id}-${field}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(`${id}-${field}`)?.focus()
              }}
            >
              {`${t(field)}: ${messageFor(field)}`}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
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
