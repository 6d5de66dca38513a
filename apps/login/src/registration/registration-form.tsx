import { limits, registrationFields } from '@foyer/contract/registration'
import type { FieldErrors, Registration, RegistrationField } from '@foyer/contract/registration'
import { useEffect, useId, useRef } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { RegistrationStep } from './registration-flow.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useSecondsUntil } from '../ui/use-seconds-until.ts'

interface RegistrationFormProps {
  step: Extract<RegistrationStep, { name: 'form' }>
  onChange: (values: Partial<Registration>) => void
  onSubmit: (values: Partial<Registration>) => void
}

interface FaultSummaryProps {
  /** What the ids of the fields begin with. */
  id: string
  faults: FieldErrors
  /** Zero before anything was refused. */
  attempt: number
  wordsFor: (field: RegistrationField) => string | undefined
}

const inputs = {
  firstName: { autoComplete: 'given-name' },
  lastName: { autoComplete: 'family-name' },
  email: { autoComplete: 'email', type: 'email', inputMode: 'email', autoCapitalize: 'none' },
  company: { autoComplete: 'organization' },
} as const

export function RegistrationForm({ step, onChange, onSubmit }: RegistrationFormProps) {
  const { t } = useTranslation('registration')
  const { values, faults, fixed, isSending, failure } = step
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const wordsFor = useFaultWords(faults)
  const isTooEarly = useSecondsUntil(failure?.retryAt) > 0

  const read = (): Partial<Registration> =>
    form.current ? Object.fromEntries(textsIn(new FormData(form.current))) : {}

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isTooEarly) onSubmit(read())
  }

  return (
    // Our own messages are in the page's language, which the browser's need not be.
    <form ref={form} className="form" noValidate onSubmit={submit} onInput={() => onChange(read())}>
      <FaultSummary id={id} faults={faults} attempt={step.attempt} wordsFor={wordsFor} />
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
            fault={wordsFor(field)}
            spellCheck={false}
          />
        )
      })}
      <Button type="submit" look="primary" isBusy={isSending} isIdle={isSending || isTooEarly}>
        {t('submit')}
      </Button>
      <output className="visually-hidden">{isSending && t('sending')}</output>
    </form>
  )
}

/** Takes the focus when an attempt is refused, and leads to each field at fault. */
function FaultSummary({ id, faults, attempt, wordsFor }: FaultSummaryProps) {
  const { t } = useTranslation('registration')
  const place = useRef<HTMLDivElement>(null)
  const atFault = registrationFields.filter((field) => faults[field] !== undefined)

  useEffect(() => {
    if (attempt > 0) place.current?.focus()
  }, [attempt])

  if (atFault.length === 0) return null
  return (
    <section ref={place} className="fault-summary" tabIndex={-1} aria-labelledby={`${id}-summary`}>
      <p id={`${id}-summary`}>{t('summary', { count: atFault.length })}</p>
      <ul>
        {atFault.map((field) => (
          <li key={field}>
            <a
              href={`#${id}-${field}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(`${id}-${field}`)?.focus()
              }}
            >
              {`${t(field)}: ${wordsFor(field)}`}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useFaultWords(faults: FieldErrors): (field: RegistrationField) => string | undefined {
  const { t } = useTranslation('registration')
  return (field) => {
    const fault = faults[field]
    if (fault === undefined) return undefined
    if (fault === 'required') return t('fault.required')
    if (fault === 'too-long') return t('fault.tooLong', { limit: limitOf(field) })
    return t(field === 'email' ? 'fault.invalidEmail' : 'fault.invalid')
  }
}

function limitOf(field: RegistrationField): number {
  return field === 'email' || field === 'company' ? limits[field] : limits.name
}

function* textsIn(data: FormData): Generator<[string, string]> {
  for (const [name, value] of data) if (typeof value === 'string') yield [name, value]
}
